/** Why a model could not be installed. */
export const INSTALL_FAILURES = [
	"source_unreachable",
	"source_refused",
	"checksum_mismatch",
	"not_for_this_machine",
	"storage_failed",
] as const;

/** States of a download. */
export const DOWNLOAD_STATES = ["queued", "running", "installed", "failed", "cancelled"] as const;
