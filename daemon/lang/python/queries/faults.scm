; Where a small fault can be put in (captures: lang/syntax.h).

(return_statement (_) @result)
(if_statement condition: (_) @condition)
(elif_clause condition: (_) @condition)
(conditional_expression (_) . "if" . (_) @condition)
(comparison_operator operators: _ @operator)
(binary_operator operator: _ @operator)
(boolean_operator operator: _ @operator)
(augmented_assignment operator: _ @operator)
[(true) (false)] @operator
(integer) @number
(string (string_content) @text)
; A docstring says nothing to the program.
(expression_statement (string (string_content) @ignore))
(type (_) @ignore)
; Nor do names of types' variables, and what only a type checker reads.
((call function: (identifier) @_f arguments: (argument_list . (string (string_content) @ignore)))
  (#any-of? @_f "TypeVar" "ParamSpec" "TypeVarTuple"))
((if_statement condition: (identifier) @_c consequence: (block) @ignore)
  (#any-of? @_c "TYPE_CHECKING"))
