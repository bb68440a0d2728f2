import { describe, expect, test } from "bun:test";
import type { Caller } from "#tests/support/client";
import { captionsOf } from "../support/captions.ts";
import { complianceOf } from "../support/compliance.ts";
import { type SignedIn, useHarness } from "../support/harness.ts";
import { type LiveReader, openSocket, openStream, ticketFor } from "../support/live.ts";
import { codeOf } from "../support/responses.ts";

const api = await useHarness({ isServed: true });
const { openLive, push, join, guestIn } = captionsOf(api);
const { openIn } = complianceOf(api);

type Meeting = Awaited<ReturnType<typeof openLive>>;

/** How somebody follows captions from the beginning: what they get, or the code of the refusal. */
interface Way {
	open(by: Caller, meeting: Meeting): Promise<LiveReader | string>;
	/** Resolves when it tells that no more follows. */
	ended(reader: LiveReader): Promise<unknown>;
}

const paused = (reader: LiveReader) => reader.next("status", ({ state }) => state === "paused");
const WAYS: Readonly<Record<string, Way>> = {
	"a socket with a token": {
		async open({ token }, { id: meetingId }) {
			const socket = await openSocket(api.url, { meetingId, token });
			const first = await Promise.race([socket.next("ready"), socket.closed]);
			if ("reason" in first) return first.reason;
			socket.send({ type: "resume", sessionId: first.sessionId, lastSeq: 0 });
			await socket.next("status");
			return socket;
		},
		ended: paused,
	},
	"a socket with a ticket that resumes after it follows": {
		async open(by, { id: meetingId }) {
			const socket = await openSocket(api.url, { meetingId, ticket: await ticketFor(by, meetingId) });
			const first = await Promise.race([socket.next("ready"), socket.closed]);
			if ("reason" in first) return first.reason;
			socket.send({ type: "start" });
			await socket.next("status");
			socket.send({ type: "resume", sessionId: first.sessionId, lastSeq: 0 });
			// Messages are worked on in their order: what was missed has come when the next one is answered.
			socket.send({ type: "mute_request", to: "par_00000000000000000000000000" });
			await socket.next("error");
			return socket;
		},
		ended: paused,
	},
	"an event stream": {
		async open({ token }, { id: meetingId }) {
			const stream = await openStream(api.url, { meetingId, token }, 0);
			if (stream.status !== 200) return stream.status === 403 ? "forbidden" : String(stream.status);
			await stream.next("status");
			return stream;
		},
		ended: (reader) => reader.next("error", ({ code }) => code === "forbidden"),
	},
};

let saidMs = 0;
const say = async (by: Caller, meeting: Meeting, text: string) => {
	const segment = { startMs: saidMs++, endMs: saidMs, text, final: true };
	const { status } = await push(by, meeting, [segment]);
	if (status >= 300) throw new Error(`nothing was said: ${status}`);
};
const textsOf = ({ frames }: LiveReader) =>
	frames.flatMap((frame) => (frame.type === "final" ? [frame.segment.text] : []));
const heard = async (reader: LiveReader, text: string) => {
	await reader.next("final", (frame) => frame.segment.text === text);
	return textsOf(reader);
};
const leave = (by: Caller, { id }: Meeting) => by.post(`/meetings/${id}/leave`, {});

const school = await api.createOrganization({ orgType: "education", settings: { recordingConsent: "optional" } });
const [student, teacher] = [await api.addMember(school, "student"), await api.addMember(school, "teacher")];

async function openExam(): Promise<Meeting> {
	const exam = await openLive(school, { kind: "exam" });
	for (const { userId } of [student, teacher])
		await school.post(`/workspaces/${exam.workspaceId}/members`, { userId, role: "member" });
	return exam;
}

async function reader(opening: Promise<LiveReader | string>): Promise<LiveReader> {
	const opened = await opening;
	if (typeof opened === "string") throw new Error(`refused: ${opened}`);
	return opened;
}

describe.each(Object.entries(WAYS))("the captions of a running exam, by %s,", (_name, way) => {
	test("are followed by a student in the room, from when they entered it last, and by no other", async () => {
		const exam = await openExam();
		await say(school, exam, "before");
		const outside = await way.open(student, exam);
		await join(student, exam);
		const inside = await reader(way.open(student, exam));
		await say(school, exam, "inside");
		const first = await heard(inside, "inside");
		await leave(student, exam);
		await way.ended(inside);
		const left = await way.open(student, exam);
		await say(school, exam, "while away");
		await join(student, exam);
		const back = await reader(way.open(student, exam));
		await say(school, exam, "back");

		expect([outside, first, left]).toEqual(["forbidden", ["inside"], "forbidden"]);
		expect(await heard(back, "back")).toEqual(["back"]);
		expect(textsOf(inside)).not.toContain("while away");
		for (const each of [inside, back]) each.close();
	});

	test("are resumed by a student who stayed in the room", async () => {
		const exam = await openExam();
		await join(student, exam);
		await say(school, exam, "one");
		(await reader(way.open(student, exam))).close();
		await say(school, exam, "two");

		const again = await reader(way.open(student, exam));

		expect(await heard(again, "two")).toEqual(["one", "two"]);
		again.close();
	});

	test("are followed from the beginning by who runs it, and by staff of the workspace", async () => {
		const exam = await openExam();
		await say(school, exam, "before");

		for (const by of [school, teacher]) {
			const opened = await reader(way.open(by, exam));
			expect(await heard(opened, "before")).toEqual(["before"]);
			opened.close();
		}
	});
});

describe.each(Object.entries(WAYS))("a guest, by %s,", (_name, way) => {
	test("follows while they are in the room: where records are closed to guests, from when they entered it", async () => {
		const open = await api.createOrganization({ settings: { recordingConsent: "optional" } });
		const closed = await openIn("ferpa");
		const texts: Record<string, string[]> = {};
		for (const [name, owner] of Object.entries({ open, closed } satisfies Record<string, SignedIn>)) {
			const meeting = await openLive(owner);
			await join(owner, meeting);
			await grantAll(owner, meeting);
			await say(owner, meeting, "before");
			const guest = await guestIn(meeting);
			await owner.post(`/meetings/${meeting.id}/participants/${guest.id}/admit`, {});
			await grantAll(guest, meeting);
			const follower = await reader(way.open(guest, meeting));
			await say(owner, meeting, "inside");
			texts[name] = await heard(follower, "inside");
			await leave(guest, meeting);

			await way.ended(follower);
			expect(await way.open(guest, meeting)).toBe("forbidden");
			follower.close();
		}

		expect(texts).toEqual({ open: ["before", "inside"], closed: ["inside"] });
	});
});

/** Grants what a participant is asked for. */
async function grantAll(by: Caller, { id }: Meeting): Promise<void> {
	const { body } = await by.get(`/meetings/${id}/consents`);
	for (const { participantId } of body.data)
		await by.put(`/meetings/${id}/participants/${participantId}/consent`, {
			kind: "transcription",
			decision: "granted",
		});
}

test("what was said in an exam is read by its staff alone while it runs, in the room or not", async () => {
	const exam = await openExam();
	await join(student, exam);
	await say(school, exam, "before");
	const { body } = await school.get(`/meetings/${exam.id}/transcripts`);
	const paths = [`/meetings/${exam.id}/transcripts`, `/transcripts/${body.data[0].id}/segments`];

	for (const path of paths) {
		expect((await teacher.get(path)).status).toBe(200);
		expect(codeOf(await student.get(path))).toEqual([403, "forbidden"]);
	}
});

test("a socket of the room goes on when a student who left is back, and ends with the meeting while they are away", async () => {
	const exam = await openExam();
	await join(student, exam);
	const socket = await openSocket(api.url, { meetingId: exam.id, token: student.token });
	socket.send({ type: "start" });
	await socket.next("status");
	await leave(student, exam);
	await paused(socket);
	await say(school, exam, "while away");
	await join(student, exam);
	await socket.next("status", ({ state }) => state === "live");
	await say(school, exam, "back");
	const texts = await heard(socket, "back");
	await leave(student, exam);
	await paused(socket);
	await school.post(`/meetings/${exam.id}/end`, {});

	expect(texts).toEqual(["back"]);
	expect((await socket.closed).code).toBeOneOf([1000, 4403]);
});
