; What an assertion looks at: all of it, and of "value == expected" the value.
(assert_statement . (_) @value) @claim
(assert_statement . (comparison_operator . (_) @value "==" . (_) .)) @claim
