; What may differ without changing what the program does (captures: lang/syntax.h).

(comment) @comment

; Parentheses say nothing that the tree does not; white space inside strings counts.
(parenthesized_expression ["(" ")"] @layout) @layout
(string_content) @verbatim
(character) @verbatim
(system_lib_string) @verbatim
(preproc_arg) @verbatim
(enumerator_list "," @layout)
(initializer_list "," @layout)
