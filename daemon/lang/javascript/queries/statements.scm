; Statements: what delta debugging may take away (captures: lang/syntax.h).

(program (_) @statement)
(statement_block (_) @statement)
(switch_case (_) @statement)
(switch_case value: (_) @ignore)
(switch_default (_) @statement)
(class_body [(method_definition) (class_static_block)] @statement)
(import_statement) @import
(program [(lexical_declaration . (variable_declarator value: (call_expression function: (identifier) @_require)) .)
          (variable_declaration . (variable_declarator value: (call_expression function: (identifier) @_require)) .)] @import
  (#any-of? @_require "require"))
(program [(lexical_declaration . (variable_declarator
            value: (member_expression object: (call_expression function: (identifier) @_require))) .)
          (variable_declaration . (variable_declarator
            value: (member_expression object: (call_expression function: (identifier) @_require))) .)] @import
  (#any-of? @_require "require"))
(comment) @ignore
(hash_bang_line) @ignore
(empty_statement) @ignore
