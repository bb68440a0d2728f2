import type { Translations } from "./translations.ts";

/** Texts of accounts, administrators and API keys. */
export const accountsTexts = {
	"An account with the address {email} already exists.": {
		es: "Ya existe una cuenta con la dirección {email}.",
		de: "Ein Konto mit der Adresse {email} gibt es bereits.",
	},
	"API keys can be created and changed by users only, not by other API keys.": {
		es: "Solo los usuarios pueden crear y modificar claves de API, no otras claves de API.",
		de: "API-Schlüssel können nur von Benutzern angelegt und geändert werden, nicht von anderen API-Schlüsseln.",
	},
	"API keys cannot reset passwords; a user must do so.": {
		es: "Las claves de API no pueden restablecer contraseñas; debe hacerlo un usuario.",
		de: "API-Schlüssel können keine Passwörter zurücksetzen; das muss ein Benutzer tun.",
	},
	"Mail is not configured, and you may not receive the link of an account that reaches beyond your organization: ask a system administrator.":
		{
			es: "El correo no está configurado, y usted no puede recibir el enlace de una cuenta que va más allá de su organización: pida ayuda a un administrador del sistema.",
			de: "E-Mail ist nicht eingerichtet, und Sie dürfen den Link eines Kontos, das über Ihre Organisation hinausreicht, nicht erhalten: Wenden Sie sich an einen Systemadministrator.",
		},
	"must be an https URL such as https://files.example.com/a, without credentials": {
		es: "debe ser una URL https como https://files.example.com/a, sin credenciales",
		de: "muss eine https-URL wie https://files.example.com/a sein, ohne Zugangsdaten",
	},
	"must be an IP address or a network, such as 203.0.113.0/24": {
		es: "debe ser una dirección IP o una red, como 203.0.113.0/24",
		de: "muss eine IP-Adresse oder ein Netz sein, etwa 203.0.113.0/24",
	},
	"must be in the future": { es: "debe estar en el futuro", de: "muss in der Zukunft liegen" },
	"must be the e-mail address of your account": {
		es: "debe ser la dirección de correo de su cuenta",
		de: "muss die E-Mail-Adresse Ihres Kontos sein",
	},
	"must not be the address of another account": {
		es: "no debe ser la dirección de otra cuenta",
		de: "darf nicht die Adresse eines anderen Kontos sein",
	},
	"Only an owner may grant or revoke the owner role.": {
		es: "Solo un propietario puede conceder o revocar el rol owner.",
		de: "Nur ein Inhaber darf die Rolle owner vergeben oder entziehen.",
	},
	"Registration is closed; ask an administrator.": {
		es: "El registro está cerrado; consulte a un administrador.",
		de: "Die Registrierung ist geschlossen; wenden Sie sich an einen Administrator.",
	},
	"Registration requires an invitation: send `inviteToken`.": {
		es: "El registro requiere una invitación: envíe `inviteToken`.",
		de: "Die Registrierung erfordert eine Einladung: Senden Sie `inviteToken`.",
	},
	"Requesting a reset for another user requires the scope member:write.": {
		es: "Solicitar el restablecimiento de otro usuario requiere el permiso member:write.",
		de: "Das Zurücksetzen für einen anderen Benutzer anzufordern erfordert die Berechtigung member:write.",
	},
	"Send an access token to request a reset for another user.": {
		es: "Envíe un token de acceso para solicitar el restablecimiento de otro usuario.",
		de: "Senden Sie ein Zugriffstoken, um das Zurücksetzen für einen anderen Benutzer anzufordern.",
	},
	"The account belongs to a system administrator: only another system administrator may reset its password.": {
		es: "La cuenta pertenece a un administrador del sistema: solo otro administrador del sistema puede restablecer su contraseña.",
		de: "Das Konto gehört einem Systemadministrator: Nur ein anderer Systemadministrator darf sein Passwort zurücksetzen.",
	},
	"The account {email} is {state}.": {
		es: "La cuenta {email} tiene el estado {state}.",
		de: "Das Konto {email} hat den Status {state}.",
	},
	"The address already has an account: sign in, or reset its password.": {
		es: "La dirección ya tiene una cuenta: inicie sesión o restablezca su contraseña.",
		de: "Die Adresse hat bereits ein Konto: Melden Sie sich an, oder setzen Sie das Passwort zurück.",
	},
	"The address belongs to a different account: sign in to that account, or send its password.": {
		es: "La dirección pertenece a otra cuenta: inicie sesión en esa cuenta o envíe su contraseña.",
		de: "Die Adresse gehört zu einem anderen Konto: Melden Sie sich bei diesem Konto an, oder senden Sie sein Passwort.",
	},
	"The API key was rejected: it is unknown, revoked, expired, or not allowed from this address.": {
		es: "La clave de API fue rechazada: es desconocida, está revocada, ha caducado o no se permite desde esta dirección.",
		de: "Der API-Schlüssel wurde abgelehnt: Er ist unbekannt, widerrufen, abgelaufen oder von dieser Adresse nicht erlaubt.",
	},
	"The organization has no such API key.": {
		es: "La organización no tiene esa clave de API.",
		de: "Die Organisation hat keinen solchen API-Schlüssel.",
	},
	"The organization is not active.": { es: "La organización no está activa.", de: "Die Organisation ist nicht aktiv." },
	"The role {role} does not grant {missing}.": {
		es: "El rol {role} no concede {missing}.",
		de: "Die Rolle {role} gewährt {missing} nicht.",
	},
	"The role {role} is administrative: API keys cannot grant or revoke it.": {
		es: "El rol {role} es administrativo: las claves de API no pueden concederlo ni revocarlo.",
		de: "Die Rolle {role} ist administrativ: API-Schlüssel können sie nicht vergeben oder entziehen.",
	},
	"The token is unknown, used or expired; request a new link.": {
		es: "El token es desconocido, ya se ha usado o ha caducado; solicite un enlace nuevo.",
		de: "Das Token ist unbekannt, bereits verwendet oder abgelaufen; fordern Sie einen neuen Link an.",
	},
	"There is no account with the address {email}.": {
		es: "No hay ninguna cuenta con la dirección {email}.",
		de: "Ein Konto mit der Adresse {email} gibt es nicht.",
	},
	"This identity is already linked to an account.": {
		es: "Esta identidad ya está vinculada a una cuenta.",
		de: "Diese Identität ist bereits mit einem Konto verknüpft.",
	},
	"To confirm the address, sign in to its account, or send that account's password; if you do not know it, reset it.": {
		es: "Para confirmar la dirección, inicie sesión en su cuenta o envíe la contraseña de esa cuenta; si no la conoce, restablézcala.",
		de: "Um die Adresse zu bestätigen, melden Sie sich bei ihrem Konto an, oder senden Sie dessen Passwort; wenn Sie es nicht kennen, setzen Sie es zurück.",
	},
	"You are the last system administrator who can sign in: create another one first.": {
		es: "Usted es el último administrador del sistema que puede iniciar sesión: cree antes otro.",
		de: "Sie sind der letzte Systemadministrator, der sich anmelden kann: Legen Sie zuerst einen weiteren an.",
	},
	"You cannot grant, change or revoke rights that you do not have yourself: {missing}.": {
		es: "No puede conceder, cambiar ni revocar derechos que usted mismo no tiene: {missing}.",
		de: "Sie können keine Rechte gewähren, ändern oder entziehen, die Sie selbst nicht haben: {missing}.",
	},
	"Your organization does not have this member.": {
		es: "Su organización no tiene este miembro.",
		de: "Ihre Organisation hat dieses Mitglied nicht.",
	},
	"{email} has no such identity.": { es: "{email} no tiene esa identidad.", de: "{email} hat keine solche Identität." },
	'{email} is not a system administrator: "parley admin list" shows who is.': {
		es: '{email} no es administrador del sistema: "parley admin list" muestra quién lo es.',
		de: '{email} ist kein Systemadministrator: "parley admin list" zeigt, wer es ist.',
	},
	'{email} is the last system administrator who can sign in: create another one first, with "parley admin create".': {
		es: '{email} es el último administrador del sistema que puede iniciar sesión: cree antes otro con "parley admin create".',
		de: '{email} ist der letzte Systemadministrator, der sich anmelden kann: Legen Sie zuerst mit "parley admin create" einen weiteren an.',
	},
} satisfies Translations;
