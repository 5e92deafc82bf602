import { guestName } from '@doushouqi/protocol';
import { expect, it } from 'vitest';
import { isGuestNickname, isReservedNickname, isReservedUsername } from './reserved-names.ts';

it.each([
  ['管理员', '超级管理员', '管 理 员', '官方客服', '客·服', '系统', '电脑2', '机器人', '红方', '蓝方。'],
  ['admin', 'ADMIN', 'Аdmin', 'ａｄｍｉｎ', 'a.d.m.i.n', 'admin10', 'ADMlN', '小王admin', 'àdmin', '𝐚𝐝𝐦𝐢𝐧'],
  [
    '系統',
    '系统管理员',
    '系統管理員',
    '站長',
    '電腦',
    '機器人',
    '紅方',
    '藍方',
    '鬥獸棋',
    '系統公告',
    '繫統',
  ],
  ['裁判', '裁判长', '游客', '遊客', '訪客', '游客2718', '游客·小豹', '游客小豹 2718', '机关鼠', '機關象'],
  ['管|理|员', '官☆方', '客1服', '系统abc', '⭐系统⭐', '系\u200b统', '裁~判', '官\ufe0f方', '客-服'],
  ['adm1n', '@dm1n', '4dm1n', 'adm!n', 'a|d|m|i|n', 'a☆d☆m☆i☆n', 'admin wang', 'official support', '5t4ff'],
  ['kefu', 'guanfang1', '$y5tem', 'gu3st', 'R00T', 'm0der4tor'],
  ['值守', '值·守·员', '今晚值守', '山林後台', '山林后台', 'operator', 'the operator', '0per4tor'],
])('reserves the nickname %s and others', (...names) => {
  expect(names.filter((name) => !isReservedNickname(name))).toEqual([]);
});

it('allows other nicknames', () => {
  const names = [
    ...['山君', '红方块', '电脑迷', 'badminton', '小官', '方官', '蓝', 'ecosystem', '💻', '。。。'],
    ...[
      '斗兽棋迷',
      '小机器人',
      '方便的官',
      '一客一服',
      '老系统',
      'rooted',
      'guesthouse',
      'uprooted',
      '五5五',
      '$$$',
    ],
    ...[
      '小豹',
      '小豹 2718',
      '小动物2718',
      '看守',
      '后台很硬',
      'cooperator',
      '小棋手1',
      '1234',
      '游山',
      '客似云来',
    ],
  ];
  expect(names.filter(isReservedNickname)).toEqual([]);
});

it('reserves usernames that look like the operators or the product', () => {
  const reserved = [
    'admin',
    'Admin_1',
    'a_d_m_i_n',
    'adm1n',
    '4dm1n',
    'the_admin',
    'kefu_2',
    'guest1',
    'ROOT',
  ];
  expect(reserved.filter((name) => !isReservedUsername(name))).toEqual([]);
  const allowed = ['Player_1', 'badminton', 'robot_fan', 'ecosystem', 'guess', 'staffing', '___', '1234567'];
  expect(allowed.filter(isReservedUsername)).toEqual([]);
});

it('knows generated nicknames of guests, also in disguise', () => {
  const random = [0, 0.3, 0.6, 0.999_999];
  const generated = random.flatMap((one) =>
    [4, 5, 6, 8].map((digits) => guestName(() => one, digits).nickname),
  );
  const disguised = ['小豹2718', '小·豹-2718', '小獅 １２３４', '小貓 l0O1'];
  expect([...generated, ...disguised].filter((name) => !isGuestNickname(name))).toEqual([]);
  expect(generated.filter(isReservedNickname)).toEqual([]);
  expect(
    ['小豹', '小豹子 12', '大象 1234', '小兔 1234', '小象一号', '小象9'].filter(isGuestNickname),
  ).toEqual([]);
});
