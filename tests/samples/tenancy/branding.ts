import { ASCII_PICTURE } from "../../support/pictures.ts";
import { after, type SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = {
	updateBranding: { records: "branding.update" },
	setLogo: { records: "branding.update", body: ASCII_PICTURE },
	deleteLogo: { records: "branding.update", needs: after("setLogo") },
};

export const makers: SampleFile["makers"] = {
	logo: async ({ create }) => (await create("setLogo")).logo.url.split("/").at(-1),
};
