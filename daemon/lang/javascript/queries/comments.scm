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
