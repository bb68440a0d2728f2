import { describe, expect, test } from "bun:test";
import { readSources, type SourceFile, withoutComments } from "./source-files.ts";

/** Files that queue work for the installation, whose jobs take no turns among organizations, and why. */
const OF_INSTALLATION: Readonly<Record<string, string>> = {
	"modules/governance/closed-accounts/erasure.ts":
		"the ends of erasures of people, in whatever organizations: nobody waits for them",
	"modules/governance/retention/slots.ts": "one job at a time, for the storage of the installation",
	"modules/identity/accounts/deferred.ts":
		"mails that are asked for by people who have not signed in: counted by network",
	"modules/identity/failed-sign-ins/service.ts": "lock-outs of accounts, once each",
	"modules/identity/sessions/revocation.ts": "the sessions of a person, in whatever organizations",
	"modules/installation/speech-models/service.ts": "one download at a time, for the installation",
	"modules/organizations/domains/enrollment.ts": "a person whose address was proved, once each",
	"modules/organizations/members/search.ts": "a person who has a new name, whatever organizations they belong to",
	"modules/organizations/organization-lifecycle/deletion.ts":
		"outlives the jobs of the organization, which are erased by it",
	"modules/recordings/uploads/drafts.ts": "outlives the jobs of the organization: nobody waits for its end",
	"modules/tenancy/feature-flags/announcement.ts": "a flag of the installation, changed by its administrators",
	"platform/artifacts/deletion.ts": "outlives the jobs of the organization: nobody waits for its end",
	"platform/jobs/service.ts": "recurring work",
	"platform/space-reclamation/service.ts": "one job at a time, for the storage of the installation",
};

/** Files that let something wait without `kernel/fair-queue`, and why no tenant waits there for another. */
const WAITING_OTHERWISE: Readonly<Record<string, string>> = {
	"adapters/speech/live/track-stream.ts": "the audio of one track",
	"adapters/speech/live/worker.ts": "the messages of one track",
	"adapters/turn/media-link.ts": "the first packets of one allocation",
	"db/postgres/pool.ts": "statements of milliseconds; changes have taken turns before",
	"db/sqlite/writer.ts": "tasks of milliseconds that share a commit; changes have taken turns before",
	"kernel/fair-queue.ts": "the fair queue itself",
	"modules/identity/failed-sign-ins/service.ts": "notes that nobody waits for; the oldest are dropped",
	"modules/identity/passwords/attempts.ts": "guesses at one account",
	"modules/transcripts/captions/log.ts": "what one session still has to store",
	"modules/transcripts/live/hub.ts": "messages to the readers of one session",
	"modules/transcripts/live/intake.ts": "messages of one connection",
};

const sources = await readSources("{src,operations,adapters,modules,platform,http,db,kernel}/**/*.ts");

const filesWith = (files: readonly Pick<SourceFile, "path" | "text">[], pattern: RegExp): string[] =>
	files.flatMap(({ path, text }) => (pattern.test(withoutComments(text)) ? [path] : []));

/** Jobs of no organization: `orgId` is required, so that no other way exists to enqueue them. */
const OF_NO_ORGANIZATION = /\bqueue\b[^;]*\borgId: null\b/;

/** First come, first served: something that waits is pushed to an array, or taken from its head. */
const FIRST_COME = /\b(?:#?waiting|#?waiters|#?queue|#?pending|#?backlog)\??\.(?:shift|push)\(/;

describe("work that tenants share", () => {
	test("is enqueued for an organization, or listed as that of the installation", () => {
		expect(filesWith(sources, OF_NO_ORGANIZATION)).toEqual(Object.keys(OF_INSTALLATION));
	});

	test("waits by turns, or is listed with the reason why it need not", () => {
		expect(filesWith(sources, FIRST_COME)).toEqual(Object.keys(WAITING_OTHERWISE));
	});

	test("is found where it is planted", () => {
		const planted = (text: string) => [{ path: "modules/x/service.ts", text }];

		expect(
			filesWith(planted("await jobs.enqueue(tx, {\n queue: X,\n orgId: null,\n});"), OF_NO_ORGANIZATION),
		).toHaveLength(1);
		expect(filesWith(planted("await jobs.enqueue(tx, { queue: X, orgId });"), OF_NO_ORGANIZATION)).toEqual([]);
		expect(filesWith(planted("await new Promise((go) => this.#waiting.push(go));"), FIRST_COME)).toHaveLength(1);
		expect(filesWith(planted("const next = queue.shift();"), FIRST_COME)).toHaveLength(1);
	});
});
