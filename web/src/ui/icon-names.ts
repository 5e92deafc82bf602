/**
 * The Phosphor icons in use (bold cut without the suffix, unless the name has one); the build inlines exactly these.
 */
export const ICON_NAMES = [
  'apple-logo-fill',
  'arrow-counter-clockwise',
  'arrow-left',
  'arrows-clockwise',
  'arrows-down-up',
  'caret-down',
  'caret-left',
  'caret-right',
  'chart-line',
  'chat-circle-dots',
  'check',
  'clock-counter-clockwise',
  'copy',
  'corners-in',
  'corners-out',
  'device-mobile',
  'dice-five',
  'door',
  'dots-three',
  'download-simple',
  'eye',
  'eye-closed',
  'flag',
  'floppy-disk',
  'gear-six',
  'git-branch',
  'graduation-cap',
  'hand-tap',
  'handshake',
  'hourglass-medium',
  'house',
  'identification-card',
  'info',
  'lightbulb',
  'link',
  'linux-logo-fill',
  'list-numbers',
  'lock-key',
  'magnifying-glass',
  'medal',
  'megaphone',
  'moon',
  'palette',
  'paper-plane-tilt',
  'path',
  'pause',
  'pencil-simple',
  'play-fill',
  'prohibit',
  'ranking',
  'robot',
  'scroll',
  'share-network',
  'shuffle',
  'sign-in',
  'sign-out',
  'skip-back',
  'skip-forward',
  'sparkle',
  'speaker-high',
  'speaker-slash',
  'star',
  'star-fill',
  'sun',
  'sword',
  'target',
  'timer',
  'trash',
  'trophy',
  'upload-simple',
  'user',
  'user-check',
  'user-minus',
  'user-plus',
  'users-three',
  'warning',
  'wifi-slash',
  'windows-logo-fill',
  'x',
] as const;

export type IconName = (typeof ICON_NAMES)[number];

/** Icons of what opens an account: 1 KB that other pages do without. */
export const WAY_ICON_NAMES = [
  'desktop',
  'device-mobile',
  'envelope',
  'fingerprint',
  'key',
  'key-return',
  'lock',
] as const;

export type WayIconName = (typeof WAY_ICON_NAMES)[number];

/** Icons of the letters of the operators, likewise. */
export const LETTER_ICON_NAMES = ['clock-countdown', 'eye-slash'] as const;

export type LetterIconName = (typeof LETTER_ICON_NAMES)[number];

/** Icons of the puzzles, likewise. */
export const PUZZLE_ICON_NAMES = [
  'calendar-blank',
  'dots-three-vertical',
  'fire',
  'fire-fill',
  'lightning',
  'thumbs-down',
  'thumbs-up',
  'warning-circle',
] as const;

export type PuzzleIconName = (typeof PUZZLE_ICON_NAMES)[number];

/** Icons of tournaments, likewise. */
export const TOURNAMENT_ICON_NAMES = [
  'arrows-left-right',
  'book-open',
  'check-circle',
  'fire',
  'fire-fill',
  'hand-palm',
  'plus',
  'scales',
] as const;

export type TournamentIconName = (typeof TOURNAMENT_ICON_NAMES)[number];

/** Icons of the console, likewise. */
export const CONSOLE_ICON_NAMES = [
  'arrow-square-out',
  'globe-simple',
  'scales',
  'shield-warning',
  'storefront',
  'users',
  'users-four',
] as const;

export type ConsoleIconName = (typeof CONSOLE_ICON_NAMES)[number];
