; Statements: what delta debugging may take away (captures: lang/syntax.h).

(translation_unit (_) @statement)
(compound_statement (_) @statement)
(preproc_include) @import
(comment) @ignore
