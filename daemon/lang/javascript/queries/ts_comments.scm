; TypeScript alone, after comments.scm: types, which are gone when the program runs. What of a type is left
; then (decorators that ask for it) is not looked at.

(type_annotation) @comment
(type_arguments) @comment
(type_parameters) @comment
(type_alias_declaration) @comment
(interface_declaration) @comment
(implements_clause) @comment
(class_heritage . (implements_clause) .) @comment
(function_signature) @comment
(abstract_method_signature) @comment
(method_signature) @comment
(index_signature) @comment
(asserts_annotation) @comment
(type_predicate_annotation) @comment
(override_modifier) @comment
(as_expression (_) (_) @comment)
(satisfies_expression (_) (_) @comment)
(export_statement declaration: [(type_alias_declaration) (interface_declaration) (function_signature)]) @comment
(import_statement "type") @comment
(export_statement "type") @comment
