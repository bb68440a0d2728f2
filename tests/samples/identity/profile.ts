import { newAddress } from "../../support/addresses.ts";
import { PASSWORD } from "../../support/harness.ts";
import { NEW_PASSWORD } from "../../support/mail-harness.ts";
import type { SampleFile } from "../sample.ts";

export const samples: SampleFile["samples"] = { updateProfile: { records: "auth.update_profile" } };

export const further: SampleFile["further"] = {
	"auth.change_password": ({ send }) =>
		send("PATCH", "/auth/update-profile", { password: { current: PASSWORD, new: NEW_PASSWORD } }),
	"auth.change_email": ({ send }) => send("PATCH", "/auth/update-profile", { email: newAddress() }),
};
