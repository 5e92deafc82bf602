import type { Lesson } from '../lesson.ts';

const SWIM: Lesson = {
  id: 'swim',
  title: '鼠下河',
  about: '只有鼠会水',
  coach: 'rat',
  steps: [
    {
      id: 'swim-in',
      pieces: 'Rc3 Cb3 tg9',
      asks: [
        {
          title: '点鼠，再点河水，下河！',
          text: '左右两片都是河。八种棋里，只有鼠下得去。',
          moves: ['c3c4'],
          wrong: '河在上面一格，下水去。',
          because: { INTO_RIVER: '猫不能下河，只有鼠会水。' },
        },
      ],
      done: '水性不错。',
    },
    {
      id: 'swim-safe',
      pieces: 'Rc4 cc3 tg9',
      crosses: [{ at: 'c3', from: 'c4' }],
      asks: [
        {
          title: '猫在岸上，鼠接着游。',
          text: '岸上的吃不了河里的鼠。水里就是它的家。',
          moves: ['c4c5'],
          wrong: '往上游，过河去。',
          because: { c4d4: '上岸就没水护着了。接着往上游。' },
        },
      ],
      done: '猫只能干瞪眼。',
    },
    {
      id: 'swim-out',
      pieces: 'Rc5 ed6 lg9',
      asks: [
        {
          title: '想吃象，先上岸。',
          text: '河里的鼠吃不了岸上的棋。走到象下面那一格。',
          moves: ['c5d5'],
          wrong: '在河里够不着岸上的象，先往右上岸。',
          reply: 'g9g8',
        },
        {
          title: '对方没防着，吃象！',
          text: '鼠上了岸，就能吃岸上的象了。',
          moves: ['d5d6'],
          wrong: '象就在上面一格，别放过。',
          because: { d5c5: '又下河去了？河里可吃不了象。' },
        },
      ],
      done: '先上岸，再下口。',
    },
    {
      id: 'swim-rats',
      pieces: 'Re5 re6 dg9',
      asks: [
        {
          title: '河里鼠碰鼠，吃掉它！',
          text: '两只鼠都在河里，可以互吃。一只在岸上就不行。',
          moves: ['e5e6'],
          wrong: '再不下口，它就先吃你了。',
          because: { e5d5: '上了岸就吃不了河里的鼠了。' },
        },
      ],
      done: '这片河归你了。',
    },
  ],
};

const LEAP: Lesson = {
  id: 'leap',
  title: '狮虎跳河',
  about: '一跃到对岸，怕鼠挡路',
  coach: 'lion',
  steps: [
    {
      id: 'leap-across',
      pieces: 'Ta5 cg9',
      asks: [
        {
          title: '虎蹲在岸边，往右跳！',
          text: '虎不会水，可一跃就过河，正落在对岸。',
          moves: ['a5d5'],
          wrong: '这回不走，跳。点河对岸那一格。',
          because: { INTO_RIVER: '虎不能下河，只能跳过去。点对岸。' },
        },
      ],
      done: '一跃三格，到岸。',
    },
    {
      id: 'leap-blocked',
      pieces: 'Lc3 Te3 re5',
      crosses: [{ at: 'e5', from: null }],
      asks: [
        {
          title: '点对岸，跳过去！',
          text: '狮和虎能一跃过河，横着竖着都行。右边河里有只鼠，虎就跳不成。',
          moves: ['c3c7'],
          wrong: '狮要跳河：点上面河对岸那一格。',
          others: '虎前面有鼠挡着。这回让狮跳。',
          because: {
            LEAP_BLOCKED: '河里有只鼠挡路，虎跳不过去。让狮跳。',
            INTO_RIVER: '狮虎不能下河，只能跳过去。点对岸。',
          },
        },
      ],
      done: '没鼠挡着，说过就过。',
    },
    {
      id: 'leap-take',
      pieces: 'Lb3 jb7 cg9',
      asks: [
        {
          title: '对岸有只豹，跳过去吃！',
          text: '跳过去正好落在它头上。比它大，就能吃。',
          moves: ['b3b7'],
          wrong: '豹在河对岸，跳过去才吃得着。',
          because: { INTO_RIVER: '狮不能下河，只能跳过去。点对岸的豹。' },
        },
      ],
      done: '从天而降。',
    },
    {
      id: 'leap-own-rat',
      pieces: 'Te3 Re5 ce7 wg9',
      crosses: [{ at: 'e5', from: null }],
      asks: [
        {
          title: '自己的鼠挡了路，挪开它。',
          text: '河里有鼠就不能跳，哪方的都一样。让鼠往旁边走。',
          moves: ['e5f5', 'e5d5'],
          wrong: '还在这条线上，照样挡着。往旁边挪。',
          others: '虎等着呢。先把河里的鼠挪开。',
          because: { LEAP_BLOCKED: '自己的鼠也挡路。先把它挪开。' },
          reply: 'g9g8',
        },
        {
          title: '路通了，虎跳过去吃猫！',
          text: '一步跳过河，还吃一子，这是狮虎的看家本事。',
          moves: ['e3e7'],
          wrong: '虎要跳河：点对岸的猫。',
          others: '鼠已经让开了，轮到虎。',
        },
      ],
      done: '让得好，跳得妙。',
    },
  ],
};

/** The two lessons of the river. */
export const RIVER: readonly Lesson[] = [SWIM, LEAP];
