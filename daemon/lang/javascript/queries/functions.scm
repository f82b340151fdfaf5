; Definitions in JavaScript and TypeScript; js_functions.scm and ts_functions.scm follow it.
; @function or @class with its parts (captures: lang/syntax.h). A function that
; is the value of a name, a property or an export is defined by what gives it that name.

(function_declaration
  name: (identifier) @name
  parameters: (formal_parameters) @parameters
  body: (statement_block) @body) @function
(generator_function_declaration
  name: (identifier) @name
  parameters: (formal_parameters) @parameters
  body: (statement_block) @body) @function

(class_declaration
  name: (_) @name
  body: (class_body) @body) @class

(method_definition
  name: (_) @name
  parameters: (formal_parameters) @parameters
  body: (statement_block) @body) @function

; const f = () => ..., f: function () {...}, static g = x => ...
(variable_declarator
  name: (identifier) @name
  value: [(function_expression parameters: (_) @parameters body: (_) @body)
          (generator_function parameters: (_) @parameters body: (_) @body)
          (arrow_function parameters: (_) @parameters body: (_) @body)
          (arrow_function parameter: (_) @parameters body: (_) @body)]) @function
(variable_declarator
  name: (identifier) @name
  value: (class body: (class_body) @body)) @class
(pair
  key: [(property_identifier) (string) (number)] @name
  value: [(function_expression parameters: (_) @parameters body: (_) @body)
          (generator_function parameters: (_) @parameters body: (_) @body)
          (arrow_function parameters: (_) @parameters body: (_) @body)
          (arrow_function parameter: (_) @parameters body: (_) @body)]) @function

; A.prototype.m = function () {...} is called A.prototype.m; exports.f and module.exports.f are f.
(assignment_expression
  left: (member_expression) @name
  right: [(function_expression parameters: (_) @parameters body: (_) @body)
          (generator_function parameters: (_) @parameters body: (_) @body)
          (arrow_function parameters: (_) @parameters body: (_) @body)
          (arrow_function parameter: (_) @parameters body: (_) @body)]) @function
(assignment_expression
  left: (member_expression) @name
  right: (class body: (class_body) @body)) @class
((assignment_expression
  left: (member_expression object: (identifier) @_exports property: (property_identifier) @name)
  right: [(function_expression) (generator_function) (arrow_function)]) @function
  (#any-of? @_exports "exports"))
((assignment_expression
  left: (member_expression object: (member_expression) @_exports property: (property_identifier) @name)
  right: [(function_expression) (generator_function) (arrow_function)]) @function
  (#any-of? @_exports "module.exports"))

; export default function (a) {...}
(export_statement
  "default" @name
  value: [(function_expression !name parameters: (_) @parameters body: (_) @body)
          (arrow_function parameters: (_) @parameters body: (_) @body)
          (arrow_function parameter: (_) @parameters body: (_) @body)] @function)
(export_statement "default" @name value: (class !name body: (class_body) @body) @class)

; What belongs to a definition and stands in front of it.
(export_statement declaration: [(function_declaration) (generator_function_declaration) (class_declaration)]) @outer
(lexical_declaration . (variable_declarator value: [(function_expression) (arrow_function) (generator_function) (class)]) .) @outer
(variable_declaration . (variable_declarator value: [(function_expression) (arrow_function) (generator_function) (class)]) .) @outer

; The comment right above.
((comment) @doc . [(function_declaration) (generator_function_declaration) (method_definition)] @function)
((comment) @doc . (class_declaration) @class)
((comment) @doc . (pair value: [(function_expression) (arrow_function) (generator_function)]) @function)
((comment) @doc . (export_statement declaration: [(function_declaration) (generator_function_declaration)] @function))
((comment) @doc . (export_statement declaration: (class_declaration) @class))
((comment) @doc . (export_statement value: [(function_expression !name) (arrow_function)] @function))
((comment) @doc . (export_statement declaration: (lexical_declaration
  . (variable_declarator value: [(function_expression) (arrow_function) (generator_function)]) @function)))
((comment) @doc . (lexical_declaration
  . (variable_declarator value: [(function_expression) (arrow_function) (generator_function)]) @function))
((comment) @doc . (variable_declaration
  . (variable_declarator value: [(function_expression) (arrow_function) (generator_function)]) @function))
((comment) @doc . (expression_statement
  (assignment_expression left: (member_expression)
    right: [(function_expression) (arrow_function) (generator_function)]) @function))
