; Definitions: @function with its parts (captures: lang/syntax.h). A result that is a pointer wraps the
; declarator, once for each star.

(function_definition
  declarator: (function_declarator
    declarator: (identifier) @name
    parameters: (parameter_list) @parameters)
  body: (compound_statement) @body) @function

(function_definition
  declarator: (pointer_declarator
    declarator: (function_declarator
      declarator: (identifier) @name
      parameters: (parameter_list) @parameters))
  body: (compound_statement) @body) @function

(function_definition
  declarator: (pointer_declarator
    declarator: (pointer_declarator
      declarator: (function_declarator
        declarator: (identifier) @name
        parameters: (parameter_list) @parameters)))
  body: (compound_statement) @body) @function

((comment) @doc . (function_definition) @function)
