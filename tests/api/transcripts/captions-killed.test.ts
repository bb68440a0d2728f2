import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { liveSessions } from "#db/schema";
import { captionsOf, type ReadFrame } from "#tests/support/captions";
import { useHarness } from "#tests/support/harness";
import { inProcessDescribe } from "#tests/support/target";

const PROGRAM = Bun.fileURLToPath(new URL("../../support/caption-until-killed.ts", import.meta.url));
const TRACKS = 4;
const COUNT = 150;

const api = await useHarness();
const { openLive, framesOf, end } = captionsOf(api);

/** Speaks in a process of its own, and returns what its readers were told until it was killed, or had said all. */
async function speakUntil(orgId: string, meetingId: string, isEnough: (told: number) => boolean): Promise<ReadFrame[]> {
	const args = [api.store.url, String(api.nowMs()), orgId, meetingId, String(TRACKS), String(COUNT)];
	const child = Bun.spawn([process.execPath, PROGRAM, ...args], { stdout: "pipe", stderr: "inherit" });
	const told: ReadFrame[] = [];
	let text = "";
	let isDone = false;
	for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
		text += chunk;
		const lines = text.split("\n");
		text = lines.pop() ?? "";
		isDone ||= lines.includes("done");
		for (const line of lines) if (line.startsWith("{")) told.push(JSON.parse(line));
		if (isDone || isEnough(told.length)) child.kill("SIGKILL");
	}
	await child.exited;
	return told;
}

const saidIn = (frames: readonly ReadFrame[]) => frames.map(({ segment }) => segment.text as string);

inProcessDescribe("a process that is killed while four people speak", () => {
	test("has stored whatever a reader was told, and whoever goes on stores the rest, once", async () => {
		const owner = await api.createOrganization();
		const meeting = await openLive(owner);
		const read = async (): Promise<ReadFrame[]> => {
			const [transcript] = (await owner.get(`/meetings/${meeting.id}/transcripts`)).body.data;
			return transcript === undefined ? [] : framesOf(owner, sessionId);
		};
		let sessionId = "";
		const told: ReadFrame[] = [];
		for (const enough of [40, 150, 90, Number.POSITIVE_INFINITY]) {
			const heard = await speakUntil(owner.orgId, meeting.id, (count) => count >= enough);
			told.push(...heard);
			sessionId ||= await sessionOf(owner.orgId);
			const stored = new Map((await read()).map((frame) => [frame.seq, frame]));
			expect(heard.every((frame) => Bun.deepEquals(stored.get(frame.seq), frame))).toBe(true);
		}

		const frames = await read();
		expect(frames.map(({ seq }) => seq)).toEqual(Array.from({ length: TRACKS * COUNT }, (_, n) => n + 1));
		expect(new Set(saidIn(frames)).size).toBe(TRACKS * COUNT);
		expect(told.length).toBeGreaterThan(250);
		await end(owner, meeting);
		const { artifacts } = (await owner.get(`/meetings/${meeting.id}`)).body.data;
		expect(artifacts.transcript).toMatchObject({ state: "ready", segmentCount: TRACKS * COUNT });
	}, 120_000);
});

/** Returns the id of the only session of an organization. */
async function sessionOf(orgId: string): Promise<string> {
	const [row] = await api.store.acrossTenants.db.select().from(liveSessions).where(eq(liveSessions.orgId, orgId));
	return row?.id ?? "";
}
