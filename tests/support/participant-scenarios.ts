import { newAddress } from "./addresses.ts";
import { guestsOf, type OpenMeeting } from "./guests.ts";
import type { Scenario, ScenarioContext } from "./scenarios.ts";

/** Opens a running meeting of the owner, who joins it. */
async function room(world: ScenarioContext, body: Record<string, unknown> = {}) {
	const guests = guestsOf(world.api);
	const meeting = await guests.openMeeting(world.owner, body);
	const host: string = (await guests.join(world.owner, meeting)).id;
	return { meeting, host, path: `/meetings/${meeting.id}`, guests };
}

/** Opens a running meeting with a guest: in the room, or in the lobby. */
async function withGuest(world: ScenarioContext, body: Record<string, unknown> = {}) {
	const opened = await room(world, body);
	const guest = await opened.guests.guestIn(opened.meeting);
	return { ...opened, guest, participant: `${opened.path}/participants/${guest.id}` };
}

const send = (world: ScenarioContext, method: string, path: string, body: unknown = {}, token = world.owner.token) =>
	world.act(method, path, { token, body });

const joinByCode = (world: ScenarioContext, { code }: OpenMeeting) =>
	world.act("POST", "/meetings/join", { body: { code, name: "Grace" } });

/** Mutating operations on participants, their consent and their messages by `operationId`. */
export const PARTICIPANT_SCENARIOS: Readonly<Record<string, Scenario>> = {
	joinMeetingByCode: {
		records: "participant.join",
		run: async (world) => joinByCode(world, (await room(world)).meeting),
	},
	addParticipant: {
		records: "participant.add",
		run: async (world) => send(world, "POST", `${(await room(world)).path}/participants`, { email: newAddress() }),
	},
	admitParticipant: {
		records: "participant.admit",
		run: async (world) => send(world, "POST", `${(await withGuest(world, { lobby: true })).participant}/admit`),
	},
	removeParticipant: {
		records: "participant.remove",
		run: async (world) => world.act("DELETE", (await withGuest(world)).participant, { token: world.owner.token }),
	},
	joinMeeting: {
		records: "participant.join",
		async run(world) {
			const meeting = await guestsOf(world.api).openMeeting(world.owner);
			return send(world, "POST", `/meetings/${meeting.id}/join`);
		},
	},
	leaveMeeting: {
		records: "participant.leave",
		run: async (world) => send(world, "POST", `${(await room(world)).path}/leave`),
	},

	decideConsent: {
		records: "consent.change",
		async run(world) {
			const { path, host } = await room(world);
			return send(world, "PUT", `${path}/participants/${host}/consent`, { kind: "recording", decision: "granted" });
		},
	},

	sendChatMessage: {
		records: null,
		because: "a message tells of itself",
		run: async (world) => send(world, "POST", `${(await room(world)).path}/chat`, { text: "Hello" }),
	},
	deleteChatMessage: {
		records: "chat_message.delete",
		async run(world) {
			const { path } = await room(world);
			const { token } = world.owner;
			const { body } = await world.api.request("POST", `${path}/chat`, { token, body: { text: "Hello" } });
			return world.act("DELETE", `${path}/chat/${body.data.id}`, { token });
		},
	},
};

/** Scenarios, by name of the fact, for facts that no operation's regular scenario records. */
export const FURTHER_PARTICIPANT_SCENARIOS: Readonly<Record<string, (world: ScenarioContext) => Promise<unknown>>> = {
	"participant.wait": (world) => withGuest(world, { lobby: true }),
	async "participant.refuse"(world) {
		const { participant } = await withGuest(world, { lobby: true });
		return world.api.request("DELETE", participant, { token: world.owner.token });
	},
	async "participant.give_up"(world) {
		const { path, guest } = await withGuest(world, { lobby: true });
		return world.api.request("POST", `${path}/leave`, { token: guest.token, body: {} });
	},
};
