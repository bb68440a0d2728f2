import { privacyOf } from "../../support/privacy.ts";
import type { SampleFile, World } from "../sample.ts";

const subject = async ({ api, owner }: World) => ({
	subject: { userId: (await api.addMember(owner, "member")).userId },
});

export const samples: SampleFile["samples"] = {
	requestExport: { records: "privacy.request_export", body: subject },
	createExportTicket: {
		records: "privacy.ticket",
		async needs({ api, owner, create }) {
			const { id } = await create("requestExport");
			return { exportId: (await privacyOf(api).ready(owner, id)).id };
		},
	},
	requestErasure: {
		records: "privacy.request_erasure",
		async body({ api, owner }) {
			const { userId, email } = await api.addMember(owner, "member");
			return { userId, confirm: email };
		},
	},
	exportAccount: { records: "privacy.export_account" },
};
