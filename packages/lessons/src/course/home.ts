import type { Lesson } from '../lesson.ts';

const TRAP: Lesson = {
  id: 'trap',
  title: '陷阱',
  about: '掉进去，谁都能吃你',
  coach: 'wolf',
  steps: [
    {
      id: 'trap-take',
      pieces: 'Cc2 ed2 tg9',
      asks: [
        {
          title: '象掉进陷阱了，猫去吃！',
          text: '穴边三格是陷阱。对方踩进来就没了本事，谁都能吃它。',
          moves: ['c2d2'],
          wrong: '象下一步就进穴了，快吃掉它！',
        },
      ],
      done: '猫吃象，全靠这口井。',
    },
    {
      id: 'trap-own',
      pieces: 'Dd3 rg9',
      asks: [
        {
          title: '狗回家，站到陷阱上守门。',
          text: '陷阱只坑对方。自己踩上去，本事照旧。',
          moves: ['d3d2'],
          wrong: '往下走一格，回家守门。',
        },
      ],
      done: '自家的陷阱，随便站。',
    },
    {
      id: 'trap-avoid',
      pieces: 'Td7 cc8 wg8',
      asks: [
        {
          title: '猫守着陷阱，虎绕着走。',
          text: '踩进对方的陷阱，再小的棋也能吃你。往旁边走。',
          moves: ['d7c7', 'd7e7'],
          wrong: '退得太远了，往旁边绕就行。',
          because: { d7d8: '踩进陷阱就没了本事，旁边的猫正等着吃你。' },
        },
      ],
      done: '绕得好，猫白等了。',
    },
    {
      id: 'trap-fight',
      pieces: 'Dd2 Cc2 ld3 wg9',
      asks: [
        {
          title: '小仗一：狮来了，狗让开。',
          text: '狗打不过狮。让出陷阱，放它进来。',
          moves: ['d2e2'],
          wrong: '往右让一格，还守在边上。',
          others: '狮正盯着狗呢，先让狗躲开。',
          because: { OUTRANKED: '狗打不过狮。先让开，放它进陷阱。' },
          reply: 'd3d2',
        },
        {
          title: '它掉进去了，关门打狮！',
          text: '狮在陷阱里没了本事，狗和猫都吃得动它。',
          moves: ['e2d2', 'c2d2'],
          wrong: '别走开！狮下一步就进穴了。',
        },
      ],
      done: '关门打狮，小仗得胜。',
    },
  ],
};

const DEN: Lesson = {
  id: 'den',
  title: '兽穴',
  about: '入穴，也要会守穴',
  coach: 'tiger',
  steps: [
    {
      id: 'den-enter',
      pieces: 'Jc9 wb9 cg7',
      isQuiz: true,
      asks: [
        {
          title: '吃狼，还是进穴？',
          text: '两步都走得了。哪一步更要紧？',
          moves: ['c9d9'],
          wrong: '兽穴就在右边，退什么？',
          because: { c9b9: '吃一只狼，不如直接赢。右边就是兽穴。' },
        },
      ],
      done: '能进就进，一步定输赢。',
    },
    {
      id: 'den-guard',
      pieces: 'Rb1 Lg5 wc1 cg6',
      asks: [
        {
          title: '狼到家门口了，拦住它！',
          text: '再不管，它下一步就进穴。它踩着陷阱，鼠也吃得动。',
          moves: ['b1c1'],
          wrong: '狼下一步就进穴了，快吃掉它！',
          others: '狼下一步就进穴了，先让鼠吃掉它！',
          because: { g5g6: '吃了猫，家就没了。先吃家门口的狼。' },
        },
      ],
      done: '守住了。攻之前先看家。',
    },
    {
      id: 'den-race',
      pieces: 'Te3 wd5 cg9',
      asks: [
        {
          title: '小仗二：比谁先进穴。',
          text: '狼四步到家，你跳一步、走三步，还是你先走。跳！',
          moves: ['e3e7'],
          wrong: '赛跑呢，先跳过河！',
          because: { INTO_RIVER: '虎不能下河，跳过去。点上面的对岸。' },
          reply: 'd5d4',
        },
        {
          title: '别回头，往中间走。',
          text: '兽穴在正中那一列。你快一步，不用管狼。',
          moves: ['e7d7'],
          wrong: '别绕远，也别回头，往中间走。',
          because: { e7e8: '这样也不慢，不过中间这条路最直。' },
          reply: 'd4d3',
        },
        {
          title: '陷阱没人守，踩过去！',
          text: '旁边没有对方的棋，踩进去也不要紧。',
          moves: ['d7d8'],
          wrong: '往上走。停一步，狼就先到了。',
          reply: 'd3d2',
        },
        {
          title: '狼到门口了，你先进穴！',
          text: '就差这一步。',
          moves: ['d8d9'],
          wrong: '再不进，狼就进你的穴了。往上！',
        },
      ],
      done: '快一步，赢一盘。',
    },
  ],
};

/** 98 rounds without a capture; two wolves walk to and fro. */
const QUIET = `${'a3a4 g9g8 a4a3 g8g9 '.repeat(49)}a3a4 g9g8`;

const ENDS: Lesson = {
  id: 'ends',
  title: '和棋与重复',
  about: '追着不放要变着',
  coach: 'leopard',
  steps: [
    {
      id: 'ends-no-move',
      pieces: 'Tb9 La7 ca9',
      asks: [
        {
          title: '堵死角落里的猫！',
          text: '轮到谁走，却没有棋能走，谁就输。狮往上一步。',
          moves: ['a7a8'],
          wrong: '狮往上走一步，猫就没处去了。',
          others: '虎守着右边，别动。狮来堵上面。',
          because: { b9a9: '吃了它当然也赢。这回换个赢法：堵得它没处走。' },
        },
      ],
      done: '猫动不了，你赢了。',
    },
    {
      id: 'ends-repeat',
      pieces: 'Tc7 cb8',
      before: 'c7b7 b8c8 b7c7 c8b8 c7b7 b8c8 b7c7 c8b8',
      asks: [
        {
          title: '追了两圈，该变着了。',
          text: '大的追小的，不许造成同一局面第三次。虎往上走。',
          moves: ['c7c8'],
          wrong: '这步放跑了猫。往上走，照样逼着它。',
          because: { THREEFOLD_REPETITION: '同一局面第三次了，追的一方要变着。往上走。' },
        },
      ],
      done: '换条路，照样追。',
    },
    {
      id: 'ends-draw',
      pieces: 'Wa3 wg9 Td3 cd4',
      before: QUIET,
      rules: 'local-1:hundred-rounds',
      asks: [
        {
          title: '快满 100 回合了，吃猫！',
          text: '连续 100 回合没有吃子，判和；联机房间里不计。',
          moves: ['d3d4'],
          wrong: '再不吃子，满 100 回合就和了。虎吃猫！',
          others: '再不吃子，满 100 回合就和了。让虎吃猫！',
        },
      ],
      done: '一吃子，从头数起。',
    },
  ],
};

const FIRST: Lesson = {
  id: 'first',
  title: '第一盘棋',
  about: '和草履虫下完一盘',
  coach: 'elephant',
  steps: [
    {
      id: 'first-move',
      asks: [
        {
          title: '全员到齐，红方先走！',
          text: '走哪步都行，不知道走什么，就让鼠打头阵。',
          moves: ['g3g4'],
          isFree: true,
          wrong: '走哪步都行。',
        },
      ],
      done: '开局了，像个棋手了。',
    },
  ],
};

/** The last four lessons: traps, dens, other ends of a game, the first game. */
export const HOME: readonly Lesson[] = [TRAP, DEN, ENDS, FIRST];
