; Names: who binds them, who uses them (captures: lang/syntax.h). What a header defines is not known, so nothing
; is held to be undefined where there is one.

(identifier) @use
(field_identifier) @attribute

(function_definition) @scope
(function_declarator declarator: (identifier) @define)
(parameter_declaration declarator: (identifier) @define)
(parameter_declaration declarator: (pointer_declarator declarator: (identifier) @define))
(parameter_declaration declarator: (array_declarator declarator: (identifier) @define))
(declaration declarator: (identifier) @define)
(declaration declarator: (pointer_declarator declarator: (identifier) @define))
(declaration declarator: (array_declarator declarator: (identifier) @define))
(init_declarator declarator: (identifier) @define)
(init_declarator declarator: (pointer_declarator declarator: (identifier) @define))
(init_declarator declarator: (array_declarator declarator: (identifier) @define))
(enumerator name: (identifier) @define)
(preproc_def name: (identifier) @define)
(preproc_function_def name: (identifier) @define)
(function_definition
  declarator: (function_declarator declarator: (identifier) @define @outside))

(preproc_include) @star
