import { after, type SampleFile, type World } from "../sample.ts";

const student = async ({ api, owner }: World) => ({ userId: (await api.addMember(owner, "student")).userId });

export const samples: SampleFile["samples"] = {
	noteGuardianConsent: { records: "guardian_consent.note", needs: student },
	removeGuardianConsent: { records: "guardian_consent.remove", needs: after("noteGuardianConsent") },
};

export const items: SampleFile["items"] = {
	getGuardianConsent: ({ create }) => create("noteGuardianConsent"),
};
