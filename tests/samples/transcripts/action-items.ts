import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	createActionItem: { records: "action_item.create" },
	updateActionItem: { records: "action_item.update" },
	deleteActionItem: { records: "action_item.delete" },
};
