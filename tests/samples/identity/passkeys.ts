import type { Authenticator } from "../../support/authenticator.ts";
import type { SampleFile, TestWorld } from "../sample.ts";

const optionsOf = ({ send }: TestWorld, kind: "register" | "login") =>
	send("POST", `/auth/passkeys/${kind}/options`, {});

async function register(world: TestWorld, device: Authenticator): Promise<string> {
	const credential = await device.create(await optionsOf(world, "register"));
	await world.send("POST", "/auth/passkeys/register/verify", { credential });
	return credential.id;
}

const CHALLENGE = "a challenge changes nothing before it is answered";

export const samples: SampleFile["samples"] = {
	beginPasskeyRegistration: { records: null, because: CHALLENGE, body: {} },
	beginPasskeyLogin: { records: null, because: CHALLENGE },
	registerPasskey: {
		records: "passkey.add",
		async run(world) {
			const credential = await (await world.openDevice()).create(await optionsOf(world, "register"));
			return world.act("POST", "/auth/passkeys/register/verify", { token: world.owner.token, body: { credential } });
		},
	},
	loginWithPasskey: {
		records: "auth.login",
		async run(world) {
			const device = await world.openDevice();
			await register(world, device);
			const credential = await device.get(await optionsOf(world, "login"));
			return world.act("POST", "/auth/passkeys/login/verify", { body: { credential } });
		},
	},
	removePasskey: {
		records: "passkey.remove",
		async run(world) {
			const id = await register(world, await world.openDevice());
			return world.act("DELETE", `/auth/passkeys/${id}`, { token: world.owner.token, body: {} });
		},
	},
};
