; TypeScript: as comments.scm; and types, which are gone when the program runs. What of a type is left
; then (decorators that ask for it) is not looked at.
; What may differ without changing what the program does (captures: lang/syntax.h).
; Where two patterns capture one node, the later one wins.

(comment) @comment
(html_comment) @comment
(hash_bang_line) @comment

; The structure of the tree says what these tokens say. Commas of an array are left alone:
; they make holes.
";" @layout
(empty_statement) @layout
(arguments "," @layout)
(formal_parameters "," @layout)
(object "," @layout)
(object_pattern "," @layout)
(named_imports "," @layout)
(export_clause "," @layout)
(parenthesized_expression ["(" ")"] @layout) @layout
; x => x and (x) => x differ in the tree; the parentheses alone are layout.
(string ["\"" "'"] @layout)

; White space inside these is part of the value.
(string_fragment) @verbatim
(regex_pattern) @verbatim

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
