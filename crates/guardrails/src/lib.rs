//! Who may act where: policy, review, approval.
