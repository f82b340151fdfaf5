; Where a small fault can be put in (captures: lang/syntax.h).

(return_statement (_) @result)
(arrow_function body: (_) @result)
(arrow_function body: (statement_block) @code)
(if_statement condition: (parenthesized_expression (_) @condition))
(ternary_expression condition: (_) @condition)
(binary_expression operator: _ @operator)
(augmented_assignment_expression operator: _ @operator)
(update_expression operator: _ @operator)
[(true) (false)] @operator
(number) @number
(string (string_fragment) @text)
(template_string (string_fragment) @text)
; "use strict", and what is imported.
(expression_statement (string (string_fragment) @ignore))
(import_statement (string (string_fragment) @ignore))
(export_statement source: (string (string_fragment) @ignore))
(call_expression function: (import) arguments: (arguments . (_ (string_fragment) @ignore)))
((call_expression function: (identifier) @_f arguments: (arguments . (_ (string_fragment) @ignore)))
  (#any-of? @_f "require"))
