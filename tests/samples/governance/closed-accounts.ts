import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	closeAccount: {
		records: "auth.close_account",
		async run({ api, act, owner }) {
			const { token, email } = await api.addMember(owner, "member");
			return act("DELETE", "/auth/profile", { token, body: { confirm: email } });
		},
	},
};
