; TypeScript alone, after functions.scm. Overloads and other declarations without a body define nothing.

(abstract_class_declaration
  name: (type_identifier) @name
  body: (class_body) @body) @class
(internal_module
  name: (identifier) @name
  body: (statement_block) @body) @class
(public_field_definition
  name: (_) @name
  value: [(function_expression parameters: (_) @parameters body: (_) @body)
          (arrow_function parameters: (_) @parameters body: (_) @body)
          (arrow_function parameter: (_) @parameters body: (_) @body)]) @function
(export_statement declaration: (abstract_class_declaration)) @outer
((comment) @doc . (public_field_definition value: [(function_expression) (arrow_function)]) @function)
((comment) @doc . (abstract_class_declaration) @class)
((comment) @doc . (export_statement declaration: (abstract_class_declaration) @class))
