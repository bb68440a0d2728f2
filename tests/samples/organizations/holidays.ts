import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	setHolidays: { records: "holidays.update" },
};
