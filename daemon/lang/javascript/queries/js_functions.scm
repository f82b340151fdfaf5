; JavaScript alone, after functions.scm: fields of classes.

(field_definition
  property: (_) @name
  value: [(function_expression parameters: (_) @parameters body: (_) @body)
          (arrow_function parameters: (_) @parameters body: (_) @body)
          (arrow_function parameter: (_) @parameters body: (_) @body)]) @function
((comment) @doc . (field_definition value: [(function_expression) (arrow_function)]) @function)
