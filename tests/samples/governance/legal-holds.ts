import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	placeLegalHold: { records: "legal_hold.place" },
	releaseLegalHold: { records: "legal_hold.release" },
};

export const makers: SampleFile["makers"] = {
	/** A meeting that nothing else is about, whose texts are replaced while it is held. */
	heldMeetingId: async ({ create }) => (await create("createMeeting")).meeting.id,
	holdId: async ({ id, owner, send }) => {
		const hold = { name: "Doe v. School", meetingId: await id("heldMeetingId") };
		return (await send("POST", `/orgs/${owner.orgId}/legal-holds`, hold)).id;
	},
};

export const items: SampleFile["items"] = {
	// Of a time without meetings: it must not preserve what others delete.
	listLegalHolds: ({ owner, send }, n) =>
		send("POST", `/orgs/${owner.orgId}/legal-holds`, { name: `Hold ${n}`, to: "1990-01-01T00:00:00Z" }),
	async listFormerTexts({ id, send }, n) {
		await id("holdId");
		return send("PATCH", `/meetings/${await id("heldMeetingId")}`, { title: `Optics ${n}` });
	},
};
