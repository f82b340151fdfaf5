; Definitions: @function or @class with its parts (captures: lang/syntax.h).

(function_definition
  name: (identifier) @name
  parameters: (parameters) @parameters
  body: (block) @body) @function

(function_definition
  body: (block . (expression_statement . (string (string_content) @doc) .))) @function

(class_definition
  name: (identifier) @name
  superclasses: (argument_list)? @parameters
  body: (block) @body) @class

(class_definition
  body: (block . (expression_statement . (string (string_content) @doc) .))) @class

(decorated_definition) @outer
