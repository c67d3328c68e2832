//! One row: bound steps run against a page, each one verified.
