import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	updateBillingAccount: { records: "billing_account.update" },
	refundBalance: {
		records: "billing_account.refund",
		body: { amountMinor: 900 },
		async needs({ create }) {
			await create("payInvoice");
			await create("createCreditNote");
			return undefined;
		},
	},
};
