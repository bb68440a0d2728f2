import { describe, expect, test } from "bun:test";
import { until } from "#tests/support/until";
import { type Frame, type LiveSocket, openSocket } from "../support/live.ts";
import { type Attendee, openRoom } from "../support/live-room.ts";
import { canBeTwo, openTwoServers } from "../support/two-servers.ts";

const TIMEOUT_MS = 120_000;
/** How long the connections of a server that was killed are waited for, at most, in ms. */
const KILLED_MS = 25_000;

const statesOf = ({ frames }: LiveSocket, participantId: string) =>
	frames
		.filter((frame) => frame.type === "presence" && frame.participantId === participantId)
		.map(({ state, reason }) => (reason ? `${state} ${reason}` : state));
const peopleIn = ({ people }: Frame): string[] => people.map(({ name }: { name: string }) => name).sort();

// Absent with SQLite: there cannot be two servers.
if (canBeTwo) {
	const { here, there, owner } = await openTwoServers();
	const [a, b] = [here.url, there.url];

	/** Starts a meeting with a guest who is connected to the first server, and lets others in. */
	async function openMeeting() {
		const room = await openRoom(a, owner);
		const connect = async ({ token }: Attendee, url: string) => {
			const socket = await openSocket(url, { meetingId: room.meetingId, token });
			const snapshot = await socket.next("room");
			return { socket, snapshot, you: snapshot.you };
		};
		const enter = async (name: string, url: string) => {
			const attendee = await room.guest(a, name);
			return { attendee, ...(await connect(attendee, url)) };
		};
		return { enter, connect, ada: await enter("Ada", a) };
	}

	describe("a room over two servers", () => {
		test("has the same people on both, shows what they show, and passes a signal to one tab", async () => {
			const { enter, connect, ada } = await openMeeting();
			const ben = await enter("Ben", b);
			await ada.socket.next("presence", ({ state, name }) => state === "joined" && name === "Ben");
			await ben.socket.next("presence", ({ name }) => name === "Ada");
			ada.socket.send({ type: "presence", audio: true });
			await ben.socket.next("presence", ({ audio }) => audio === true);

			const tab = await connect(ada.attendee, b);
			await ben.socket.next("presence", ({ connectionId }) => connectionId === tab.you.connectionId);
			const leo = await enter("Leo", b);
			const data = { page: "one", for: null, signal: { hello: true } };
			const to = { to: ada.you.participantId, toConnection: ada.you.connectionId };
			leo.socket.send({ type: "signal", ...to, data });
			leo.socket.send({ type: "hand", raised: true });
			const signal = await ada.socket.next("signal");
			await tab.socket.next("hand");

			expect(tab.you).toMatchObject({ audio: true });
			expect(peopleIn(leo.snapshot)).toEqual(["Ada", "Ben"]);
			expect(signal).toMatchObject({ from: leo.you.participantId, fromConnection: leo.you.connectionId });
			expect(tab.socket.frames.map(({ type }) => type)).not.toContain("signal");
			expect(statesOf(ben.socket, ada.you.participantId).filter((state) => state === "joined")).toEqual([]);
		});

		test(
			"loses nobody who comes back by the other server within ten seconds",
			async () => {
				const { enter, connect, ada } = await openMeeting();
				const [ben, leo] = [await enter("Ben", b), await enter("Leo", a)];
				ada.socket.send({ type: "presence", audio: true });
				await ben.socket.next("presence", ({ audio }) => audio === true);

				ada.socket.close();
				leo.socket.close();
				const back = await connect(ada.attendee, b);
				// Leo was lost at the same time, and does not come back.
				await until(() => statesOf(ben.socket, leo.you.participantId).includes("left lost"));

				expect(back.you).toMatchObject({ audio: true });
				expect(statesOf(ben.socket, ada.you.participantId).join()).not.toContain("left");
			},
			TIMEOUT_MS,
		);

		test(
			"loses those of a server that was killed, unless they come back by the other one",
			async () => {
				const { enter, connect, ada } = await openMeeting();
				const [ben, leo] = [await enter("Ben", b), await enter("Leo", a)];
				await ben.socket.next("presence", ({ name }) => name === "Leo");

				await here.kill();
				const back = await connect(ada.attendee, b);
				await until(() => statesOf(ben.socket, leo.you.participantId).includes("left lost"), KILLED_MS);
				await here.restart();

				expect(peopleIn(back.snapshot)).toContain("Ben");
				expect(statesOf(ben.socket, ada.you.participantId).join()).not.toContain("left");
			},
			TIMEOUT_MS,
		);
	});
}
