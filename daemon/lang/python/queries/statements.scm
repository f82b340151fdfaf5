; Statements: what delta debugging may take away (captures: lang/syntax.h).

(module (_) @statement)
(block (_) @statement)
(import_statement) @import
(import_from_statement) @import
(future_import_statement) @import
(comment) @ignore
(line_continuation) @ignore
