import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { OpenApiDocument } from "#http/openapi/document";
import { exampleId } from "#http/schemas";
import { parley, temporaryDirectory } from "#tests/support/command";
import { ask } from "#tests/support/school";
import { startServerProcess } from "#tests/support/server-process";

/** What takes more than the examples, and why. */
const NEEDS_MORE: Readonly<Record<string, string>> = {
	authorize: "a provider",
	callback: "a provider",
	getReceivedInvitation: "a secret token",
	getCaptionSeq: "a secret address",
	getCalendarFeed: "a feed of one's own",
	readCalendarFeed: "a secret address",
	playRecording: "a ticket",
	connectLive: "a live meeting",
	getParticipant: "a meeting that was held",
	listOrganizations: "a system administrator",
	listAllJobs: "a system administrator",
	getTranscript: "a speech engine",
	listSegments: "a speech engine",
	getSegment: "a speech engine",
	listSegmentRevisions: "a speech engine",
	listSpeakers: "a speech engine",
	getSpeaker: "a speech engine",
	getSummary: "a speech engine",
	getWaveform: "the server, for some seconds",
	listTranslations: "a speech engine",
	getTranslation: "a speech engine",
};
const MINUTE_MS = 60_000;

describe("seed, for who tries the operations of Swagger UI as they are", () => {
	const directory = temporaryDirectory();
	const seed = async () => JSON.parse((await parley("seed --init --json", directory.path)).stdout);
	let seeded: Awaited<ReturnType<typeof seed>>;

	beforeAll(async () => {
		seeded = await seed();
	}, MINUTE_MS);
	afterAll(() => directory.remove());

	test(
		"makes what their examples name",
		async () => {
			const server = startServerProcess({ DATA_DIR: directory.path });
			const base = await server.url();
			const credentials = { email: "olivia.laurent@greenvalley.example", password: seeded.password };
			const { access_token: token } = (await ask(base, "POST", "/auth/login", { body: credentials })).body;
			const document: OpenApiDocument = (await ask(base, "GET", "/swagger/json")).body;

			const refused: string[] = [];
			for (const [template, { get }] of Object.entries(document.paths)) {
				if (!get || get.operationId in NEEDS_MORE) continue;
				const required = get.parameters.flatMap((each) => ("name" in each && each.required ? [each] : []));
				const path = required.reduce((path, { name, example }) => path.replace(`{${name}}`, String(example)), template);
				const query = required
					.filter((each) => each.in === "query")
					.map(({ name, example }) => [name, String(example)]);
				const headers = { authorization: `Bearer ${token}` };
				const { status } = await fetch(`${base}${path}?${new URLSearchParams(query)}`, { headers });
				if (status !== 200) refused.push(`${get.operationId} ${status}`);
			}
			await server.stop();

			expect(refused).toEqual([]);
		},
		MINUTE_MS,
	);

	test(
		"gives those ids to the school alone, and makes nothing again",
		async () => {
			const [school, company] = seeded.organizations;

			const again = await seed();

			expect(school.id).toBe(exampleId("org"));
			expect(company.id).not.toBe(school.id);
			expect(company.workspaces.map(({ id }: { id: string }) => id)).not.toContain(exampleId("wsp"));
			expect(again.organizations.map(({ id }: { id: string }) => id)).toEqual([school.id, company.id]);
			expect(again.password).toBeNull();
		},
		MINUTE_MS,
	);
});
