/**
 * Which tests run on which target. What is the same everywhere is tested once, on SQLite in the process of the tests; the other
 * targets have what can differ there (docs/decisions/079-tests-on-three-targets.md).
 */
import { readdirSync } from "node:fs";

/** A target of the tests, and the parts beside them. */
export const RUNS = ["sqlite", "postgres", "binary", "speech", "plans"] as const;
/** See {@link RUNS}. */
export type Run = (typeof RUNS)[number];

const API = "tests/api";
const TEST = ".test.ts";
const FILES_OF_API = readdirSync(API, { recursive: true, encoding: "utf8" });
/** Returns the path of a file of tests/api, of any area. */
const fileOf = (name: string): string => `${API}/${FILES_OF_API.find((path) => path.endsWith(`/${name}${TEST}`))}`;
const ALONE = ["tests/plans", "tests/speech"];

/** What can run on each target, when somebody names it. */
export const POSSIBLE: Readonly<Record<Run, readonly string[]>> = {
	sqlite: readdirSync("tests")
		.map((name) => `tests/${name}`)
		.filter((path) => !ALONE.includes(path)),
	postgres: [
		"api",
		"modules",
		"platform",
		"db",
		"contract",
		"cluster",
		"event-loop",
		"faults/connections",
		"faults/connections.test.ts",
	].map((name) => `tests/${name}`),
	binary: [API],
	speech: ["tests/speech"],
	plans: ["tests/plans"],
};

/** Files that do not depend on the database: engines, pages, the sign-in at providers, HTTP itself. */
const NOT_ON_POSTGRES = [
	// Real engines, whose results are taken by the same statements as those of the engines of other tests.
	...["tests/modules/processing.test.ts", "tests/modules/flag-diarization.test.ts"],
	// What needs no database, or is about SQLite.
	...["blobs", "bus-redis", "bus", "growth", "openapi"].map((name) => `tests/contract/${name}${TEST}`),
	...["checkpointer", "foreign-keys", "guard-texts", "writer"].map((name) => `tests/db/${name}${TEST}`),
	...["billing-metering", "billing-proration", "common-passwords", "passwords", "retention", "sso-client"].map(
		(name) => `tests/modules/${name}${TEST}`,
	),
	`tests/platform/blobs/full-disk${TEST}`,
	"tests/platform/compliance-document.test.ts",
	...[
		...["audio-api", "swagger-ui", "openfeature", "cors", "headers", "public-url", "files", "bad-requests", "status"],
		...["conditional", "secrets", "external-tokens", "passkeys-refused", "sso-proof", "sso-refused", "refresh-cookie"],
		...["webhook-addresses", "domain-proofs", "domain-checks", "translations-export", "flag-behaviours-redaction"],
		...["captions", "trial-calendar", "meeting-access", "school-term"],
	].map(fileOf),
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
		"lti",
		"logos",
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
].map(fileOf);

/** Returns the files of tests in folders, or files. @throws Error for a listed path that is none of them */
function filesIn(folders: readonly string[], listed: readonly string[]): string[] {
	const files = folders.flatMap((folder) => {
		if (folder.endsWith(TEST)) return [folder];
		const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
		return names.filter((name) => name.endsWith(TEST)).map((name) => `${folder}/${name}`);
	});
	const missing = listed.find((path) => !files.includes(path));
	if (missing !== undefined) throw new Error(`scripts/test-targets.ts names ${missing}, which does not exist`);
	return files.sort();
}

/** Folders of which files are in several parts. */
const IN_PARTS = ["tests/browser", "tests/faults", "tests/src"];

/** Returns what runs on a target when nobody says which tests. */
export function usualOn(run: Run): readonly string[] {
	if (run === "binary") return filesIn(POSSIBLE.binary, ON_BINARY).filter((path) => ON_BINARY.includes(path));
	if (run === "speech") return filesIn(POSSIBLE.speech, []);
	if (run === "sqlite")
		return POSSIBLE.sqlite.flatMap((folder) => (IN_PARTS.includes(folder) ? filesIn([folder], []) : folder));
	if (run !== "postgres") return POSSIBLE[run];
	return filesIn(POSSIBLE.postgres, NOT_ON_POSTGRES).filter((path) => !NOT_ON_POSTGRES.includes(path));
}
