import type { Lesson } from '../lesson.ts';

const BOARD: Lesson = {
  id: 'board',
  title: '棋盘与目标',
  about: '走进对方兽穴就赢',
  coach: 'dog',
  steps: [
    {
      id: 'board-den',
      pieces: 'Ld8 ca7',
      asks: [
        {
          title: '点狮，再点蓝色兽穴！',
          text: '上头蓝框是对方的兽穴。走进去，这盘就赢了。',
          moves: ['d8d9'],
          wrong: '兽穴就在正上方，一步就到。',
        },
      ],
      done: '进穴了，赢！',
    },
    {
      id: 'board-own-den',
      pieces: 'Dd2 ca7',
      asks: [
        {
          title: '狗守在家门口，往上走。',
          text: '下头红框是自己的兽穴，自己的棋进不去。',
          moves: ['d2d3'],
          wrong: '对方的兽穴在上头，往上走一格。',
          because: { OWN_DEN: '这是自己的兽穴，自己的棋不能进。往上走。' },
        },
      ],
      done: '出门了。往上，都是路。',
    },
    {
      id: 'board-take-all',
      pieces: 'Td5 cd6',
      asks: [
        {
          title: '对方只剩一只猫，吃掉它！',
          text: '不进穴也能赢：把对方的棋全吃光。',
          moves: ['d5d6'],
          wrong: '猫就在上面一格，点它就能吃。',
        },
      ],
      done: '吃光了，也是赢。',
    },
  ],
};

const STEP: Lesson = {
  id: 'step',
  title: '怎么走',
  about: '前后左右，一次一格',
  coach: 'cat',
  steps: [
    {
      id: 'step-forward',
      pieces: 'Wd3 cg9',
      asks: [
        {
          title: '点狼，往前走一格。',
          text: '每步走一格，走完就轮到对方。红方总是先走。',
          moves: ['d3d4'],
          wrong: '这步也合规矩，不过先往前走一格。',
        },
      ],
      done: '一步一格，就这么走。',
    },
    {
      id: 'step-aside',
      pieces: 'We3 cg9',
      asks: [
        {
          title: '狼走不了水路，往右绕。',
          text: '横着也是一格。斜着不行，一次走两格也不行。',
          moves: ['e3f3'],
          wrong: '这步也能走，这回往右边走。',
          because: { INTO_RIVER: '前面是河，狼不能下河。往右绕。' },
        },
      ],
      done: '横着走，也是一格。',
    },
    {
      id: 'step-back',
      pieces: 'Wd6 td7',
      asks: [
        {
          title: '虎来了，狼往后退！',
          text: '棋子能进也能退。打不过就躲，躲得好也是好棋。',
          moves: ['d6d5'],
          wrong: '往后退一格。',
          because: { INTO_RIVER: '两边是河，狼不能下河。往后退。' },
        },
      ],
      done: '退一步，命还在。',
    },
  ],
};

const RANKS: Lesson = {
  id: 'ranks',
  title: '谁吃谁',
  about: '大吃小，同级互吃',
  coach: 'elephant',
  hasRanks: true,
  steps: [
    {
      id: 'ranks-take',
      pieces: 'Ld3 de3 tg9',
      pair: ['lion', 'dog'],
      asks: [
        {
          title: '狮比狗大。点蓝狗，吃！',
          text: '走到对方那一格，就把它吃掉。大的吃小的。',
          moves: ['d3e3'],
          wrong: '这步没吃着。狗在右边一格。',
        },
      ],
      done: '狮吃狗，干净利落。',
    },
    {
      id: 'ranks-choose',
      pieces: 'Jd3 we3 jd4 tc3',
      pair: ['leopard', 'wolf'],
      crosses: [{ at: 'c3', from: 'd3' }],
      asks: [
        {
          title: '豹比狼大。点蓝狼，吃掉它！',
          text: '同级也能吃，上面的蓝豹也行。左边的虎比豹大，碰不得。',
          moves: ['d3e3', 'd3d4'],
          wrong: '有得吃不吃，虎可要吃你了。',
        },
      ],
      done: '吃得漂亮。',
    },
    {
      id: 'ranks-equal',
      pieces: 'Ta5 ta6 wg9',
      pair: ['tiger', 'tiger'],
      asks: [
        {
          title: '两虎相遇，先下口！',
          text: '同级互吃：轮到谁走，谁就先吃。',
          moves: ['a5a6'],
          wrong: '你不吃它，它就吃你。虎在上面一格。',
        },
      ],
      done: '谁先下口，谁赢一只虎。',
    },
    {
      id: 'ranks-quiz',
      pieces: 'Wd3 dc3 je3',
      pair: ['wolf', 'dog'],
      isQuiz: true,
      asks: [
        {
          title: '左狗右豹，狼吃哪个？',
          text: '从大到小：象狮虎豹狼狗猫鼠。想好了再动。',
          moves: ['d3c3'],
          wrong: '这步没吃着。两边有一个吃得动。',
          because: { OUTRANKED: '豹比狼大，吃不了。看看另一边。' },
        },
      ],
      done: '狗比狼小，吃对了。',
    },
    {
      id: 'ranks-smallest',
      pieces: 'Cd3 re3 dd4',
      pair: ['cat', 'rat'],
      crosses: [{ at: 'd4', from: 'd3' }],
      asks: [
        {
          title: '猫只吃得动鼠，吃！',
          text: '鼠最小，谁都能吃它。可它也有一手绝活，下一课见。',
          moves: ['d3e3'],
          wrong: '鼠在右边一格，别放跑了。',
        },
      ],
      done: '猫捉鼠，天经地义。',
    },
  ],
};

const RAT: Lesson = {
  id: 'rat',
  title: '鼠吃象',
  about: '小个子的大本事',
  coach: 'rat',
  hasRanks: true,
  steps: [
    {
      id: 'rat-takes',
      pieces: 'Rd3 ed4 lc3',
      pair: ['rat', 'elephant'],
      crosses: [{ at: 'c3', from: 'd3' }],
      asks: [
        {
          title: '最小的吃最大的，吃象！',
          text: '鼠能吃象，只此一家。别的大个子，它碰不得。',
          moves: ['d3d4'],
          wrong: '象就在上面，别走开。',
        },
      ],
      done: '一圈又吃回来了。',
    },
    {
      id: 'rat-chases',
      pieces: 'Ed3 rd4 lg9',
      pair: ['rat', 'elephant'],
      crosses: [{ at: 'd4', from: 'd3' }],
      asks: [
        {
          title: '鼠来了，象快让开！',
          text: '象吃不了鼠，只有躲。走到它够不着的地方。',
          moves: ['d3c3', 'd3e3', 'd3d2'],
          wrong: '让开一格就好。',
          because: { ELEPHANT_TAKES_RAT: '象吃不了鼠，只能躲开。' },
        },
      ],
      done: '躲开了。大象也有怕的。',
    },
    {
      id: 'rat-quiz',
      pieces: 'Rd3 Ld5 ed4',
      pair: ['rat', 'elephant'],
      isQuiz: true,
      asks: [
        {
          title: '狮和鼠，谁去吃象？',
          text: '想想那一圈：谁的箭头指着象？',
          moves: ['d3d4'],
          wrong: '象还在原地，再想想谁吃得动它。',
          others: '狮留在这儿。象怕的不是狮。',
          because: { OUTRANKED: '象比狮大，狮吃不了。换一个试试。' },
        },
      ],
      done: '对付象，就靠它。',
    },
  ],
};

/** The first four lessons: the board, the step, ranks and captures. */
export const BASICS: readonly Lesson[] = [BOARD, STEP, RANKS, RAT];
