import { describe, expect, test } from "bun:test";
import { guestsOf } from "../support/guests.ts";
import { useHarness } from "../support/harness.ts";
import { openSocket, ticketFor } from "../support/live.ts";

const api = await useHarness({ isServed: true });
const { openMeeting } = guestsOf(api);

describe("a live connection", () => {
	test("opens with a ticket, which is not repeated, and says where it is", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);

		const socket = await openSocket(api.url, {
			meetingId: meeting.id,
			ticket: await ticketFor(api, owner, meeting.id),
		});

		expect(await socket.next("ready")).toMatchObject({ sessionId: expect.stringMatching(/^lvs_/), lastSeq: 0 });
		expect(socket.protocol).toBe("parley.v1");
		expect(await socket.next("status")).toEqual({ type: "status", state: "live" });
		socket.close();
	});
});
