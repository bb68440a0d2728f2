import { expect, test } from "bun:test";
import { guestsOf } from "#tests/support/guests";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { inProcessDescribe } from "#tests/support/target";

const api = await useHarness({ env: { RATE_LIMITS: "auth-ip=3/60,meeting-join=5/60,read=9999/60,write=9999/60" } });
const { openMeeting, joinByCode } = guestsOf(api);

const UNKNOWN = `01jd0z7v9gf2nbrexx3vqjhp41${"x".repeat(43)}`;

inProcessDescribe("joining by a code", () => {
	test("is limited for those who guess, by their network, and for nobody else", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const [guesser, other] = ["203.0.113.7", "198.51.100.7"];

		const guesses = [];
		for (let n = 0; n < 5; n++) guesses.push(await joinByCode(UNKNOWN, "Grace", { peer: guesser }));
		const right = await joinByCode(meeting.code, "Grace", { peer: guesser });
		const elsewhere = await joinByCode(meeting.code, "Grace", { peer: other });

		expect(guesses.map(({ status }) => status)).toEqual([404, 404, 404, 429, 429]);
		expect(codeOf(right)).toEqual([429, "rate_limited"]);
		expect(right.headers.get("retry-after")).toBeTruthy();
		expect(elsewhere.status).toBe(200);
	});

	test("is not limited for a class whose pages ask what an outdated code opens", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const peer = "192.0.2.2";
		const look = () => api.request("POST", "/meetings/join/preview", { body: { code: UNKNOWN }, peer });

		const looked = await Promise.all(Array.from({ length: 10 }, look));

		expect(new Set(looked.map(({ status }) => status))).toEqual(new Set([404]));
		expect((await joinByCode(meeting.code, "Grace", { peer })).status).toBe(200);
	});

	test("is not limited for a class that joins from one network", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const peer = "192.0.2.1";

		const joined = [];
		for (let n = 0; n < 5; n++) joined.push(await joinByCode(meeting.code, `Guest ${n}`, { peer }));

		expect(joined.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
	});

	test("is limited for each meeting, wherever they come from", async () => {
		const owner = await api.createOrganization();
		const [meeting, other] = [await openMeeting(owner), await openMeeting(owner)];

		const joined = [];
		for (let n = 0; n < 7; n++) joined.push(await joinByCode(meeting.code, "Grace", { peer: `10.0.${n}.1` }));
		const elsewhere = await joinByCode(other.code, "Grace", { peer: "10.0.200.1" });
		api.advanceMs(61_000);
		const later = await joinByCode(meeting.code, "Grace", { peer: "10.0.201.1" });

		expect(joined.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
		expect([elsewhere.status, later.status]).toEqual([200, 200]);
	});
});
