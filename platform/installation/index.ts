export {
	createInstallation,
	type Installation,
	type InstallationRecord,
	opensWith,
	readInstallation,
	replaceKeyCheck,
} from "./service.ts";
