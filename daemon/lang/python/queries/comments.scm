; What may differ without changing what the program does (captures: lang/syntax.h).
; Where two patterns capture one node, the later one wins.

(comment) @comment
(line_continuation) @comment

; A statement that is only a string: docstrings, and notes below an attribute. An
; f-string runs code, so it is none.
(expression_statement . (string) .) @doc
(expression_statement . (concatenated_string) .) @doc
(expression_statement (string (interpolation))) @code
(expression_statement (concatenated_string (string (interpolation)))) @code

; The structure of the tree says what these tokens say.
";" @layout
(argument_list "," @layout)
(parameters "," @layout)
(lambda_parameters "," @layout)
(list "," @layout)
(tuple "," @layout)
(set "," @layout)
(dictionary "," @layout)
(import_from_statement ["(" ")" ","] @layout)
(parenthesized_expression ["(" ")"] @layout) @layout

(string_start) @quote
(string_end) @quote

; White space inside these is part of the value.
(string_content) @verbatim
(format_specifier) @verbatim

; The grammar reads Python 2 as well; the interpreter does not.
(print_statement) @invalid
(exec_statement) @invalid
