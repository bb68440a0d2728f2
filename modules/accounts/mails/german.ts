import type { AccountMailTexts } from "./content.ts";

/** German. */
export const de: AccountMailTexts = {
	verify_email: {
		subject: "Bestätigen Sie Ihre E-Mail-Adresse",
		before: [
			"Jemand, wahrscheinlich Sie, hat sich mit dieser Adresse registriert. Bestätigen Sie, dass sie Ihnen gehört, dann ist das Konto bereit.",
		],
		action: "Adresse bestätigen",
		after: [
			"Wenn Sie sich nicht registriert haben, tun Sie nichts: Ohne Ihre Bestätigung kann sich niemand mit dieser Adresse anmelden.",
		],
	},
	finish_registration: {
		subject: "Schließen Sie Ihre Registrierung ab",
		before: [
			"Mit dieser Adresse hat sich jemand mehrmals registriert. Damit das Konto sicher nur Ihnen gehört, wählen Sie jetzt Ihr Passwort.",
		],
		action: "Passwort wählen",
		after: [
			"Wenn Sie sich nicht registriert haben, tun Sie nichts: Ohne diesen Link kann sich niemand mit dieser Adresse anmelden.",
		],
	},
	account_ready: {
		subject: "Ihr Konto ist bereit",
		before: [
			"Ihr Konto ist bereit, und Sie sind Mitglied der Organisation, die Sie eingeladen hat. Melden Sie sich mit Ihrem gewählten Passwort an.",
		],
		after: [],
	},
	address_in_use: {
		subject: "Sie haben bereits ein Konto",
		before: [
			"Jemand, vielleicht Sie, wollte diese Adresse für ein Konto verwenden. Sie hat bereits eines: Ihres. Es wurde nichts geändert.",
			"Wenn Sie Ihr Passwort vergessen haben, fordern Sie bei der Anmeldung ein neues an.",
		],
		after: ["Wenn Sie es nicht waren, tun Sie nichts."],
	},
	reset_password: {
		subject: "Wählen Sie ein neues Passwort",
		before: ["Für Ihr Konto wurde ein neues Passwort angefordert."],
		action: "Neues Passwort wählen",
		after: ["Wenn Sie es nicht angefordert haben, tun Sie nichts: Ihr Passwort bleibt, wie es ist."],
	},
	password_changed: {
		subject: "Ihr Passwort wurde geändert",
		before: ["Das Passwort Ihres Kontos wurde soeben geändert."],
		after: [
			"Wenn Sie es nicht waren, wählen Sie sofort ein neues Passwort und verständigen Sie Ihre Administratorin oder Ihren Administrator.",
		],
	},
	change_email: {
		subject: "Bestätigen Sie Ihre neue E-Mail-Adresse",
		before: [
			"Jemand, wahrscheinlich Sie, möchte diese Adresse für ein Konto verwenden. Bestätigen Sie sie dort, wo Sie mit diesem Konto angemeldet sind, oder mit dessen Passwort.",
		],
		action: "Neue Adresse bestätigen",
		after: ["Wenn Sie es nicht waren, tun Sie nichts: Das Konto behält seine Adresse."],
	},
	email_changed: {
		subject: "Ihre E-Mail-Adresse wurde geändert",
		before: ["Ihr Konto hat jetzt die Adresse <%= it.email %>. Mit dieser hier kann man sich nicht mehr anmelden."],
		after: ["Wenn Sie es nicht waren, verständigen Sie sofort Ihre Administratorin oder Ihren Administrator."],
	},
};
