import type { IForbiddenRuleType } from 'dependency-cruiser';

const TEST_CODE = '(\\.test\\.tsx?$|/test/)';
/** Helpers for tests, which must never reach a running service. */
const TEST_HELPERS = '^packages/(engine|fair-play|room-client|rules|service-kit)/testing/';

/**
 * Allowed imports of each folder besides itself: imports go in one direction. Tests may also use the test helpers. An
 * unlisted folder may import no other folder of the repository. The table of the README is generated from this list.
 */
export const ALLOWED_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'packages/rules': [],
  'packages/puzzles': ['packages/rules'],
  'packages/protocol': ['packages/rules', 'packages/puzzles'],
  'packages/room': ['packages/rules', 'packages/protocol'],
  'packages/room-client': ['packages/rules', 'packages/protocol', 'packages/room'],
  'packages/room-core': ['packages/rules', 'packages/protocol', 'packages/room', 'packages/service-kit'],
  'packages/rating': ['packages/rules'],
  'packages/lessons': ['packages/rules', 'packages/protocol'],
  'packages/service-kit': ['packages/protocol', 'packages/embedded-mongo'],
  'packages/embedded-mongo': [],
  'packages/engine': ['packages/rules', 'packages/protocol'],
  'packages/endgames': ['packages/rules'],
  'packages/fair-play': ['packages/rules'],
  'packages/tournament': ['packages/rules'],
  'packages/operations': [
    'packages/rules',
    'packages/protocol',
    'packages/rating',
    'packages/room',
    'packages/room-client',
    'packages/room-core',
    'packages/service-kit',
  ],
  services: [
    'packages/rules',
    'packages/protocol',
    'packages/rating',
    'packages/room',
    'packages/room-client',
    'packages/room-core',
    'packages/service-kit',
    'packages/engine',
    'packages/puzzles',
    'packages/endgames',
    'packages/fair-play',
    'packages/tournament',
    'packages/lessons',
  ],
  gateway: ['packages/protocol', 'packages/service-kit'],
  web: [
    'packages/rules',
    'packages/protocol',
    'packages/rating',
    'packages/room',
    'packages/room-client',
    'packages/engine',
    'packages/endgames',
    'packages/lessons',
    'packages/puzzles',
  ],
  scripts: [
    'packages/rules',
    'packages/protocol',
    'packages/rating',
    'packages/room',
    'packages/room-core',
    'packages/service-kit',
    'packages/embedded-mongo',
    'packages/operations',
    'packages/engine',
  ],
  e2e: [
    'packages/rules',
    'packages/protocol',
    'packages/room',
    'packages/room-client',
    'packages/room-core',
    'packages/service-kit',
    'packages/lessons',
    'packages/puzzles',
    'packages/operations',
    'packages/endgames',
    'scripts',
  ],
  tools: [
    'packages/rules',
    'packages/protocol',
    'packages/room-client',
    'packages/service-kit',
    'packages/operations',
    'packages/engine',
    'packages/endgames',
    'packages/fair-play',
    'packages/tournament',
    'packages/puzzles',
    'packages/lessons',
    'scripts',
    'e2e',
  ],
};

/**
 * The layers of `web/src`: a folder imports only earlier ones. Features do not import each other; their common parts
 * are in `shared`, whose parts are layers too.
 */
export const WEB_LAYERS = [
  'ui',
  'board',
  'client',
  'game',
  'shared/engine',
  'shared/header',
  'shared/rules',
  'shared/school',
  'shared/table',
  'shared/device-games',
  'shared/account',
  'shared/site',
  'shared/letters',
  'shared/ratings',
  'shared/people',
  'shared/talk',
  'shared/correspondence',
  'shared/tournament',
  'shared/pairing',
  'shared/clock',
  'shared/rooms',
  'features',
  'offline',
  'app',
  'admin',
] as const;

/** Top folders with code of this repository; everything else is a dependency or a configuration file. */
const OURS = '^(packages|services|gateway|web|scripts|e2e|tools)/';

/** Schemas and tables of the protocol that only servers use; browsers validate with `forms.ts`. */
const SERVER_SCHEMAS =
  '^packages/protocol/src/(server|entities|fair-play|game-records|moderation|ratings|tournaments|http|series|services|site|redis-keys)\\.ts$|^packages/protocol/src/(routes|socket)/';
/** Packages and files that the browser never loads. */
const NOT_IN_BROWSER = `${SERVER_SCHEMAS}|^packages/(service-kit|room-core|operations)/|^packages/room-client/example/`;

function inside(folder: string): string {
  return `^${folder}/`;
}

function layerRules([folder, targets]: [string, readonly string[]]): IForbiddenRuleType[] {
  const name = `${folder} imports only ${targets.length === 0 ? 'itself' : targets.join(', ')}`;
  const allowed = [inside(folder), TEST_HELPERS, ...targets.map(inside)];
  return [
    {
      name,
      severity: 'error',
      from: { path: inside(folder), pathNot: TEST_CODE },
      to: { path: OURS, pathNot: allowed },
    },
    {
      name: `${name}; its tests service-kit too`,
      severity: 'error',
      from: { path: `${inside(folder)}.*${TEST_CODE}` },
      to: { path: OURS, pathNot: [...allowed, inside('packages/service-kit')] },
    },
  ];
}

/** Tests may render a component in any page. */
function webLayerRule(layer: string, place: number): IForbiddenRuleType {
  const below = WEB_LAYERS.slice(0, place + 1).map((name) => inside(`web/src/${name}`));
  return {
    name: `web/src/${layer} imports only layers below it`,
    severity: 'error',
    from: { path: inside(`web/src/${layer}`), pathNot: TEST_CODE },
    to: { path: inside('web/src'), pathNot: below },
  };
}

/** The rules for dependency-cruiser. */
export const FORBIDDEN: IForbiddenRuleType[] = [
  ...Object.entries(ALLOWED_IMPORTS).flatMap(layerRules),
  ...WEB_LAYERS.map(webLayerRule),
  {
    name: 'every folder of web/src is a layer',
    severity: 'error',
    from: {
      path: inside('web/src'),
      pathNot: [TEST_CODE, ...WEB_LAYERS.map((layer) => inside(`web/src/${layer}`))],
    },
    to: {},
  },
  {
    // Its session is another one, and it is a bundle of its own.
    name: 'the console has no part of the site that knows who is logged in there',
    severity: 'error',
    from: { path: '^web/src/admin/', pathNot: TEST_CODE },
    to: { path: '^web/src/(client/(api|session)\\.ts$|(shared|features|offline|app)/)', reachable: true },
  },
  {
    name: 'no feature imports another',
    severity: 'error',
    from: { path: '^web/src/features/([^/]+)/', pathNot: TEST_CODE },
    to: { path: inside('web/src/features'), pathNot: '^web/src/features/$1/' },
  },
  {
    name: 'every folder has its arrows',
    severity: 'error',
    from: { path: OURS, pathNot: Object.keys(ALLOWED_IMPORTS).map(inside) },
    to: { path: OURS, pathNot: '^$1/' },
  },
  {
    // Types add no bytes in the browser; server schemas add bytes and expose server internals.
    name: 'the browser holds no schema of the servers',
    severity: 'error',
    from: { path: '^(web/src/|packages/)', pathNot: [TEST_CODE, NOT_IN_BROWSER] },
    to: { path: SERVER_SCHEMAS, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no service imports another',
    severity: 'error',
    from: { path: '^services/([^/]+)/' },
    to: { path: '^services/', pathNot: '^services/$1/' },
  },
  {
    name: 'test helpers stay in tests',
    severity: 'error',
    from: { path: OURS, pathNot: [TEST_CODE, TEST_HELPERS, '^(scripts|e2e|tools)/'] },
    to: { path: TEST_HELPERS },
  },
  {
    name: 'only tools use internals of the engine',
    severity: 'error',
    from: { path: OURS, pathNot: inside('tools') },
    to: { path: '^packages/engine/src/laboratory\\.ts$' },
  },
  {
    name: 'only test helpers start a store',
    severity: 'error',
    from: { path: inside('packages/service-kit'), pathNot: [TEST_CODE, TEST_HELPERS] },
    to: { path: inside('packages/embedded-mongo') },
  },
  {
    name: 'nothing imports a test',
    severity: 'error',
    // Tests of a package that also run on a Redis cluster.
    from: { path: OURS, pathNot: ['on-cluster\\.nightly\\.test\\.ts$'] },
    to: { path: '\\.test\\.tsx?$' },
  },
  {
    name: 'the board knows no rules',
    severity: 'error',
    from: { path: '^web/src/board/', pathNot: TEST_CODE },
    to: { path: inside('packages/rules'), dependencyTypesNot: ['type-only'] },
  },
  { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'every import is found',
    severity: 'error',
    from: { path: OURS },
    // `virtual:` modules are created by the web's bundler.
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
];
