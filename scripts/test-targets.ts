/**
 * Which tests run on which target. What is the same everywhere is tested once, on SQLite in the process of the tests; the other
 * targets have what can differ there (docs/decisions/079-tests-on-three-targets.md).
 */
import { readdirSync } from "node:fs";

/** A target of the tests, and the parts that wait for them. */
export const RUNS = ["sqlite", "postgres", "binary", "speech", "plans"] as const;
/** See {@link RUNS}. */
export type Run = (typeof RUNS)[number];

const API = "tests/api";
const ALONE = ["tests/plans", "tests/speech"];

/** What can run on each target, when somebody names it. */
export const POSSIBLE: Readonly<Record<Run, readonly string[]>> = {
	sqlite: readdirSync("tests")
		.map((name) => `tests/${name}`)
		.filter((path) => !ALONE.includes(path)),
	postgres: ["api", "modules", "platform", "db", "contract", "live", "faults/connections"].map(
		(name) => `tests/${name}`,
	),
	binary: [API],
	speech: ["tests/speech"],
	plans: ["tests/plans"],
};

/** Files of tests/api that do not depend on the database: engines, pages, the sign-in at providers, HTTP itself. */
const NOT_ON_POSTGRES = [
	...["audio-api", "swagger-ui", "openfeature", "cors", "headers", "public-url", "files", "bad-requests", "status"],
	...["conditional", "secrets", "external-tokens", "passkeys-refused", "sso-proof", "sso-refused", "webhook-addresses"],
	...[
		"refresh-cookie",
		"domain-proofs",
		"domain-checks",
		"translations-export",
		"captions",
		"flag-behaviours-redaction",
	],
];

/** Files of tests/api about what the binary embeds, bundles or starts, and one of each kind of resource. */
const ON_BINARY = [
	// Pages, documents and other files.
	...["swagger-ui", "every-route", "headers", "cors", "public-url", "status", "configs", "secrets"],
	// Libraries that are bundled: signatures, providers, passkeys, mail, payments, files, flags.
	...[
		"refresh-cookie",
		"sso",
		"external-tokens",
		"passkeys",
		"mfa",
		"invitation-delivery",
		"domain-proofs",
		"payments",
	],
	...["files", "meeting-calendars", "transcripts-import", "openfeature", "ofrep", "flag-behaviours-redaction"],
	// Threads, streams and processes beside the server.
	...["uploads", "uploads-end", "recordings", "captions", "webhooks", "audit-streams", "event-feed", "audit-exports"],
	...["privacy-exports", "transcript-search", "sign-in-burst", "rate-limits", "idempotency"],
	// Resources.
	...[
		"organizations-create",
		"organizations-read",
		"organizations-update",
		"organizations-deletion",
		"members",
		"workspaces",
	],
	...[
		"meetings",
		"transcripts",
		"translations",
		"audit-logs",
		"retention-policy",
		"legal-holds",
		"compliance",
		"permissions",
	],
	...[
		"billing",
		"billing-year",
		"subscriptions",
		"trial",
		"invoices",
		"usage",
		"entitlements",
		"feature-flags",
		"flag-catalogue",
	],
	...["tenant-defaults", "queries", "script-token"],
];

const fileOf = (name: string): string => `${API}/${name}.test.ts`;

/** Returns the files of tests/api, without or only those of a list. @throws Error for a name that no file has */
function filesOfApi(keep: (path: string) => boolean, listed: readonly string[]): string[] {
	const files = readdirSync(API, { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".test.ts"))
		.map((name) => `${API}/${name}`);
	for (const name of listed)
		if (!files.includes(fileOf(name)))
			throw new Error(`scripts/test-targets.ts names ${fileOf(name)}, which does not exist`);
	return files.filter(keep).sort();
}

/** Returns what runs on a target when nobody says which tests. */
export function usualOn(run: Run): readonly string[] {
	if (run === "binary") return filesOfApi((path) => ON_BINARY.map(fileOf).includes(path), ON_BINARY);
	if (run !== "postgres") return POSSIBLE[run];
	const files = filesOfApi((path) => !NOT_ON_POSTGRES.map(fileOf).includes(path), NOT_ON_POSTGRES);
	return [...files, ...POSSIBLE.postgres.filter((path) => path !== API)];
}
