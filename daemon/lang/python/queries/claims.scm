; What an assertion looks at: all of it, and of "value == expected" the value.
(assert_statement . (_) @value) @claim
(assert_statement . (comparison_operator . (_) @value "==" . (_) .)) @claim
; "3 == f(x)": the constant is what is expected.
(assert_statement . (comparison_operator
  . [(integer) (float) (string) (true) (false) (none)] "==" (_) @value .)) @claim
