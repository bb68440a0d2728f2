export type { SealedTexts } from "./ports.ts";
export { countSealed, forgetSealed, type SealedCount, sealAnew } from "./rotation.ts";
export {
	createInstallation,
	type Installation,
	type InstallationRecord,
	opensWith,
	readInstallation,
} from "./service.ts";
