export { ensureBackupKey } from "./backup-key.ts";
export type { SealedTexts } from "./ports.ts";
export { countSealed, forgetSealed, type SealedCount, sealAnew } from "./rotation.ts";
export {
	createInstallation,
	INSTALLATION_KEY,
	type Installation,
	type InstallationRecord,
	opensWith,
	readInstallation,
} from "./service.ts";
