import { newAddress } from "../../support/addresses.ts";
import { guestsOf } from "../../support/guests.ts";
import type { SampleFile, World } from "../sample.ts";

/** Lets a guest join the meeting: into the room, or into the lobby if it has one. */
async function joinAsGuest({ api, id }: World, name?: string) {
	await id("meetingId");
	return guestsOf(api).guestIn({ code: await id("joinCode") }, name);
}

/** Lets a guest into the lobby. */
async function waitInLobby(world: World) {
	await world.send("PATCH", `/meetings/${await world.id("meetingId")}`, { lobby: true });
	const guest = await joinAsGuest(world);
	world.set({ participantId: guest.id });
	return guest;
}

export const samples: SampleFile["samples"] = {
	joinMeetingByCode: {
		records: "participant.join",
		as: "anonymous",
		async body({ id }) {
			await id("meetingId");
			return { code: await id("joinCode"), name: "Grace" };
		},
	},
	previewMeetingByCode: {
		records: null,
		because: "it tells what anyone who joins with the code is told",
		as: "anonymous",
		async body({ id }) {
			await id("meetingId");
			return { code: await id("joinCode") };
		},
	},
	addParticipant: { records: "participant.add", body: () => ({ email: newAddress() }) },
	updateParticipant: {
		records: "participant.update",
		async needs({ api, owner, id, send }) {
			const { userId } = await api.addMember(owner, "member");
			const added = await send("POST", `/meetings/${await id("meetingId")}/participants`, { userId });
			return { participantId: added.id };
		},
	},
	admitParticipant: {
		records: "participant.admit",
		needs: async (world) => ({ participantId: (await waitInLobby(world)).id }),
	},
	removeParticipant: { records: "participant.remove" },
	joinMeeting: {
		records: "participant.join",
		needs: async ({ api, owner }) => ({ meetingId: (await guestsOf(api).openMeeting(owner)).id }),
	},
	leaveMeeting: { records: "participant.leave" },
};

export const makers: SampleFile["makers"] = {
	participantId: async (world) => (await joinAsGuest(world)).id,
};

export const items: SampleFile["items"] = {
	listParticipants: (world, n) => joinAsGuest(world, `Guest ${n}`),
	listConsents: (world, n) => joinAsGuest(world, `Asked ${n}`),
};

export const further: SampleFile["further"] = {
	"participant.wait": waitInLobby,
	async "participant.refuse"(world) {
		await waitInLobby(world);
		return world.create("removeParticipant");
	},
	async "participant.give_up"(world) {
		const { token } = await waitInLobby(world);
		return world.create("leaveMeeting", { token });
	},
};
