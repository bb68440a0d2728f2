import type { Store } from "#db/store";

/** What the platform contributes for what removed content leaves in files. */
export const spaceReclamationContribution = (store: Store) => ({
	gauges: [
		{
			name: "parley_database_removed_content_seconds",
			help: "How long removed content may have been in the write-ahead log of SQLite; 0: none is.",
			read: () => store.unreclaimedMs() / 1_000,
		},
	],
});
