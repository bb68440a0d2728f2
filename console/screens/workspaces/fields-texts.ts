import { defineTexts } from "../../i18n/define.ts";

export const fieldsTexts = defineTexts({
	en: {
		description: "Description",
		visibility: "Who sees it",
		visibilities: { private: "Its members", org: "Everyone in the organization" },
		visibilityHint: "Administrators see every workspace. Meetings for invited people alone stay theirs.",
		settingsTitle: "Change the workspace",
		change: "Change",
		changed: "The workspace was changed",
	},
	es: {
		description: "Descripción",
		visibility: "Quién lo ve",
		visibilities: { private: "Sus miembros", org: "Toda la organización" },
		visibilityHint:
			"Los administradores ven todos los espacios. Las reuniones solo para invitados siguen siendo suyas.",
		settingsTitle: "Cambiar el espacio",
		change: "Cambiar",
		changed: "Se ha cambiado el espacio",
	},
	de: {
		description: "Beschreibung",
		visibility: "Wer ihn sieht",
		visibilities: { private: "Seine Mitglieder", org: "Alle in der Organisation" },
		visibilityHint: "Die Verwaltung sieht jeden Arbeitsbereich. Besprechungen nur für Eingeladene bleiben bei diesen.",
		settingsTitle: "Arbeitsbereich ändern",
		change: "Ändern",
		changed: "Der Arbeitsbereich wurde geändert",
	},
});
